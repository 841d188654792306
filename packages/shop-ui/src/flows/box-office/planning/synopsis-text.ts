import type { RichText } from '@playhouse/domain/season'

/** Writes a synopsis as a text to edit: blank lines between blocks, `# ` before headings, `- ` before items of lists. */
export const textOfSynopsis = (blocks: RichText): string =>
  blocks
    .map((block) => {
      if (block.kind === 'heading') return `# ${oneLine(block.text)}`
      return block.kind === 'list' ? block.items.map((item) => `- ${oneLine(item)}`).join('\n') : oneLine(block.text)
    })
    .join('\n\n')

/** Reads a synopsis from the text of {@link textOfSynopsis}. */
export const synopsisOfText = (text: string): RichText =>
  text
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    )
    .filter((lines) => lines.length > 0)
    .map((lines): RichText[number] => {
      if (lines.every((line) => line.startsWith('- '))) return { kind: 'list', items: lines.map((line) => line.slice(2).trim()) }
      if (lines.length === 1 && lines[0]!.startsWith('# ')) return { kind: 'heading', text: lines[0]!.slice(2).trim() }
      return { kind: 'paragraph', text: lines.join(' ') }
    })

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ')
