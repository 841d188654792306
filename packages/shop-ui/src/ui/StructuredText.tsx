import type { RichText } from '@playhouse/domain/season'

/** Renders a structured document as elements, never as markup from a string. @param level of its headings */
export function StructuredText({ blocks, level = 2 }: { readonly blocks: RichText; readonly level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return blocks.map((block, index) => {
    if (block.kind === 'heading') return <Heading key={index}>{block.text}</Heading>
    if (block.kind === 'paragraph') return <p key={index}>{block.text}</p>
    return (
      <ul key={index}>
        {block.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  })
}
