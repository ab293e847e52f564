declare module 'marked' {
  export const marked: {
    parse(
      markdown: string,
      options: { readonly gfm: boolean; readonly mangle: boolean; readonly headerIds: boolean },
    ): string;
  };
}
