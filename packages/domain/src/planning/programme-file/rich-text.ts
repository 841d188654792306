import type { RichText } from '../../season/season.ts'
import { type CellKind, isFaulty, text } from './cell.ts'

const longestDocument = 30_000

/**
 * A document as the text of a cell. An empty line separates its parts. A part that begins with `# ` is a heading; one whose lines begin with `- ` is a
 * list.
 */
export const richText: CellKind<RichText> = {
  read: (cell) => {
    const read = text(longestDocument).read(cell)
    if (isFaulty(read)) return read
    const parts = read.value.split(/\n[^\S\n]*\n\s*/).map((part) => part.trim())
    return { value: parts.filter((part) => part !== '').map(partOf) }
  },
  write: (document) => document.map(textOfPart).join('\n\n') || null,
}

function partOf(part: string): RichText[number] {
  const lines = part.split('\n')
  if (part.startsWith('# ') && lines.length === 1) return { kind: 'heading', text: part.slice(2).trim() }
  if (lines.every((line) => line.startsWith('- '))) return { kind: 'list', items: lines.map((line) => line.slice(2).trim()) }
  return { kind: 'paragraph', text: part }
}

function textOfPart(part: RichText[number]): string {
  switch (part.kind) {
    case 'heading':
      return `# ${part.text}`
    case 'list':
      return part.items.map((item) => `- ${item}`).join('\n')
    case 'paragraph':
      return part.text
  }
}
