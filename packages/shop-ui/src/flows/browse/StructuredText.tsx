import type { RichText } from '@playhouse/domain/season'

/** A structured document as elements: never as markup out of a string. */
export function StructuredText({ blocks }: { readonly blocks: RichText }) {
  return blocks.map((block, index) => {
    if (block.kind === 'heading') return <h2 key={index}>{block.text}</h2>
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
