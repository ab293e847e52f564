/** The built worklet as text. The build puts it in; it is missing where the sources themselves are bundled. */
declare const WORKLET_SOURCE: string | undefined;
