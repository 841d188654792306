const characters: Readonly<Record<string, string>> = { '&quot;': '"', '&#x27;': "'", '&lt;': '<', '&gt;': '>', '&amp;': '&' }

/** The text that React escaped as HTML. */
export const unescapeHtml = (html: string): string => html.replaceAll(/&(?:quot|#x27|lt|gt|amp);/g, (entity) => characters[entity]!)
