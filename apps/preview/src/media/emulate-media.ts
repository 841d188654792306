/** Features of the device that the page is to believe, by name: `prefers-reduced-motion` → `reduce`. */
export type EmulatedMedia = Readonly<Record<string, string>>

/**
 * A media query with the pretended features answered: `(forced-colors: active)` becomes a question that is always true,
 * any other value of that feature one that never is. The rest stays the browser's to answer.
 */
export function rewriteQuery(query: string, emulated: EmulatedMedia): string {
  return query.replaceAll(/\(\s*([a-z-]+)\s*(?::\s*([a-z-]+)\s*)?\)/gi, (whole, name: string, value: string | undefined) => {
    const emulatedValue = Object.hasOwn(emulated, name.toLowerCase()) ? emulated[name.toLowerCase()] : undefined
    if (emulatedValue === undefined) return whole
    const holds =
      value === undefined ? emulatedValue !== 'none' && emulatedValue !== 'no-preference' : value.toLowerCase() === emulatedValue
    return holds ? '(min-width: 0px)' : '(max-width: 0px)'
  })
}

/**
 * Lets this page believe in features that no page can switch on: scripts that ask `matchMedia` and rules in style sheets
 * hear the same. What a system does by itself, such as repainting every colour, stays undone: that is said where it's chosen.
 */
export function emulateMedia(emulated: EmulatedMedia): void {
  if (Object.keys(emulated).length === 0) return
  const ask = matchMedia.bind(globalThis)
  globalThis.matchMedia = (query) => ask(rewriteQuery(query, emulated))
  const rewriteAll = (): void => {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) rewriteRules(sheet, emulated)
  }
  rewriteAll()
  // Styles come with the parts of the page that need them; a link has its rules once it has loaded.
  new MutationObserver((changes) => {
    rewriteAll()
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLLinkElement) node.addEventListener('load', rewriteAll)
  }).observe(document.head, { childList: true, subtree: true })
}

/** A sheet made by script is rewritten by whoever adopts it. */
export function rewriteRules(group: CSSStyleSheet | CSSGroupingRule, emulated: EmulatedMedia): void {
  for (const rule of group.cssRules) {
    if (rule instanceof CSSMediaRule) {
      const query = rewriteQuery(rule.media.mediaText, emulated)
      if (query !== rule.media.mediaText) rule.media.mediaText = query
    }
    if (rule instanceof CSSGroupingRule) rewriteRules(rule, emulated)
  }
}
