import { useQuery } from '@tanstack/react-query'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { productionsQuery } from '../planning/planning-queries.ts'
import { QueryStatus } from '../QueryStatus.tsx'

type Props = {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly optional: boolean
  /** Ids of productions. */
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** Chooses productions: those that are not archived, and those that are chosen already. */
export function ProductionsField(props: Props) {
  const query = useQuery(productionsQuery)
  if (!query.data) return <QueryStatus query={query} height={8} />
  const listed = query.data.filter(({ id, state }) => state !== 'archived' || props.value.includes(id))
  return <CheckboxGroup {...props} boxes={listed.map(({ id, title }) => ({ value: id, label: title }))} />
}
