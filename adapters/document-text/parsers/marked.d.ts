declare module 'marked' {
  interface Token {
    readonly type: string;
    readonly text?: string;
    readonly href?: string;
    readonly tokens?: readonly Token[];
    /** Of a table. */
    readonly rows?: readonly (readonly Token[])[];
  }

  interface MarkdownOptions {
    readonly gfm: boolean;
    readonly mangle: boolean;
    readonly headerIds: boolean;
    /** Replaces how some tokens become HTML. What it is given is HTML, but for `raw`, and the text of code. */
    readonly renderer?: Renderer;
  }

  /** Makes HTML of tokens. */
  class Renderer {
    heading(text: string, level: number, raw: string): string;
    link(href: string, title: string | null, text: string): string;
    image(href: string, title: string | null, text: string): string;
    code(code: string, language: string | undefined): string;
    table(header: string, body: string): string;
    paragraph(text: string): string;
    tablerow(cells: string): string;
  }

  export const marked: {
    parse(markdown: string, options: MarkdownOptions): string;
    lexer(markdown: string): readonly Token[];
    readonly Renderer: typeof Renderer;
  };
}
