/** Markup that is safe to send. Only {@link html} creates it, and escapes all values that are not markup. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | false | undefined | readonly Html[]

/** Template tag that escapes its values, except {@link Html}. False and undefined render nothing. */
export function html(markup: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: markup }, ...parts.map(render)))
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === undefined || part === false) return ''
  if (typeof part === 'object') return part.map((each) => each.text).join('')
  return String(part).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
