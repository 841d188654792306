import { unescapeHtml } from './unescape-html.ts'

/**
 * What a page calls itself in the title of its document: the text of its `h1`, or the longer title that `PageHeading` has for it.
 * @param html the page as React rendered it
 * @returns undefined for a page without a heading
 */
export function titleOfPage(html: string): string | undefined {
  const heading = /<h1([^>]*)>(.*?)<\/h1>/s.exec(html)
  const title = heading && (/ data-title="([^"]*)"/.exec(heading[1]!)?.[1] ?? heading[2]!.replaceAll(/<[^>]*>/g, ''))
  return title ? unescapeHtml(title) : undefined
}
