import { useSearchParams } from 'react-router'

/** What staff have chosen about a list: words, filter, order and hidden columns. It is in the URL. */
export type ListState<Filter extends string> = {
  readonly text: string
  readonly filter: Filter | 'all'
  /** The column by which the rows are sorted; undefined for the order of the server. */
  readonly sort: { readonly column: string; readonly isDescending: boolean } | undefined
  /** The ids of the columns that are not shown. */
  readonly hidden: readonly string[]
}

type ListOptions<Filter extends string> = {
  readonly filters: readonly Filter[]
  readonly columns: readonly string[]
  /** The columns that are hidden until staff choose others. */
  readonly hidden?: readonly string[]
}

/** Reads a list state from the query of a URL. Unknown filters and columns count as none. */
export function listStateOf<Filter extends string>(
  query: URLSearchParams,
  { filters, columns, hidden: initial = [] }: ListOptions<Filter>,
): ListState<Filter> {
  const sort = query.get('sort') ?? ''
  const column = columns.find((id) => id === sort.replace(/^-/, ''))
  const hidden = query.get('hide')?.split(',') ?? initial
  return {
    text: query.get('q') ?? '',
    filter: filters.find((each) => each === query.get('state')) ?? 'all',
    sort: column === undefined ? undefined : { column, isDescending: sort.startsWith('-') },
    hidden: columns.filter((id) => hidden.includes(id)),
  }
}

/** The part of the URL that hides these columns; empty where they are hidden without it. */
export const hideQueryOf = (hidden: readonly string[], initial: readonly string[]): string =>
  hidden.join() === initial.join() ? '' : hidden.join() || 'none'

/** The state of the list on this page, and a function that changes a part of it in the URL. An empty text removes the part. */
export function useListState<Filter extends string>(options: ListOptions<Filter>) {
  const [query, setQuery] = useSearchParams()
  const set = (name: 'q' | 'state' | 'sort' | 'hide', value: string): void =>
    setQuery(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === '') next.delete(name)
        else next.set(name, value)
        // Other words find other rows: from the newest again.
        if (name === 'q' || name === 'state') next.delete('before')
        return next
      },
      { replace: true },
    )
  return [listStateOf(query, options), set] as const
}

type Value = string | number | null

/** Rows sorted by a value of each: texts by the language with numbers in them as numbers, what has no value last. Equal rows keep their order. */
export function sortedRows<Row>(rows: readonly Row[], valueOf: (row: Row) => Value, isDescending: boolean, locale: string): Row[] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const order = (a: Value, b: Value): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const ascending = typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))
    return isDescending ? -ascending : ascending
  }
  return rows.toSorted((a, b) => order(valueOf(a), valueOf(b)))
}
