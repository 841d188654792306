/** Emulated media features, by name: `prefers-reduced-motion` → `reduce`. */
export type EmulatedMedia = Readonly<Record<string, string>>

/**
 * Rewrites a media query: the emulated value of a feature becomes a condition that always holds, any other value of that
 * feature one that never holds. The browser evaluates the rest.
 */
export function rewriteQuery(query: string, media: EmulatedMedia): string {
  return query.replaceAll(/\(\s*([a-z-]+)\s*(?::\s*([a-z-]+)\s*)?\)/gi, (whole, name: string, value: string | undefined) => {
    const emulatedValue = Object.hasOwn(media, name.toLowerCase()) ? media[name.toLowerCase()] : undefined
    if (emulatedValue === undefined) return whole
    const holds =
      value === undefined ? emulatedValue !== 'none' && emulatedValue !== 'no-preference' : value.toLowerCase() === emulatedValue
    return holds ? '(min-width: 0px)' : '(max-width: 0px)'
  })
}

/**
 * Emulates media features that a page cannot switch on, for `matchMedia` and for rules in style sheets. What the system itself
 * does, such as repainting every colour, is not emulated; the field for this setting states it.
 */
export function emulateMedia(media: EmulatedMedia): void {
  if (Object.keys(media).length === 0) return
  const ask = matchMedia.bind(globalThis)
  globalThis.matchMedia = (query) => ask(rewriteQuery(query, media))
  const rewriteAll = (): void => {
    for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) rewriteRules(sheet, media)
  }
  rewriteAll()
  // Styles are loaded lazily; a link has its rules once it has loaded.
  new MutationObserver((changes) => {
    rewriteAll()
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLLinkElement) node.addEventListener('load', rewriteAll)
  }).observe(document.head, { childList: true, subtree: true })
}

/** Rewrites the media rules of a sheet. Code that adopts a constructed sheet calls this itself. */
export function rewriteRules(group: CSSStyleSheet | CSSGroupingRule, media: EmulatedMedia): void {
  for (const rule of group.cssRules) {
    if (rule instanceof CSSMediaRule) {
      const query = rewriteQuery(rule.media.mediaText, media)
      if (query !== rule.media.mediaText) rule.media.mediaText = query
    }
    if (rule instanceof CSSGroupingRule) rewriteRules(rule, media)
  }
}
