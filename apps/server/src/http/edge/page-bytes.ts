import type { PageHtml } from './page-html.ts'

/** Encoded parts that a process keeps. The least recently used is dropped first. A part has 20 kB or so. */
const maxParts = 300
const encodedParts = new Map<string, Buffer>()

/** Encodes a text that is probably part of the next page too. */
function encodeOnce(text: string): Buffer {
  const bytes = encodedParts.get(text) ?? Buffer.from(text)
  encodedParts.delete(text)
  encodedParts.set(text, bytes)
  if (encodedParts.size > maxParts) encodedParts.delete(encodedParts.keys().next().value!)
  return bytes
}

/** A page in UTF-8. Only its data is encoded each time: to encode and write the whole text took a quarter of a page's processor time. */
export const bytesOf = ({ opening, data, middle, rootTag, root, end }: PageHtml): Buffer =>
  Buffer.concat([encodeOnce(opening), Buffer.from(data), encodeOnce(middle), Buffer.from(rootTag), encodeOnce(root), encodeOnce(end)])
