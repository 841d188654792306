import { unescapeHtml } from './unescape-html.ts'

/** Name of the attribute that holds a style until the page is hydrated. */
const attribute = 'data-style'

/**
 * Moves the inline styles of rendered HTML into a style sheet. The content security policy forbids `style` attributes, but allows
 * a style element by its hash. `applyInlineStyles` sets the styles in the browser, which the policy allows, before hydration.
 */
export function extractInlineStyles(html: string): { readonly html: string; readonly css: string } {
  const styles = new Set<string>()
  const htmlWithoutStyles = html.replaceAll(/ style="([^"]*)"/g, (_, value: string) => {
    styles.add(unescapeHtml(value))
    return ` ${attribute}="${value}"`
  })
  return { html: htmlWithoutStyles, css: [...styles].map(ruleOf).join('') }
}

/** The rule of one style. By the id of the root it precedes the rules of all classes, as the inline style would. */
const ruleOf = (style: string): string =>
  /[<>{}@\\]/.test(style) ? '' : `#shop [${attribute}="${style.replaceAll('"', String.raw`\"`)}"]{${style}}`
