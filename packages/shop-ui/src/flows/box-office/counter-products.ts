import { queryOptions, useQueries } from '@tanstack/react-query'
import { api, ProblemError, productsQuery, unwrap, useBrand } from '#server-state'
import type { ListedProduct } from './find-products.ts'

/** The products that are sold for a performance, at its prices and from its stock. */
export const performanceProductsQuery = (instance: string) =>
  queryOptions({
    queryKey: ['performance-products', instance],
    queryFn: () => unwrap(api.catalogue.performanceProducts({ params: { instance } })),
    staleTime: 0,
  })

export type CounterProducts = {
  /** In the order of the brand's types; undefined while a type is loading or could not be loaded. */
  readonly data: readonly ListedProduct[] | undefined
  readonly error: unknown
  /** Loads the pieces that are left again. */
  readonly refetch: () => void
}

/** The products of all types that the brand sells. */
export function useCounterProducts(): CounterProducts {
  const { productTypes = [] } = useBrand()
  const queries = useQueries({ queries: productTypes.map(({ type }) => productsQuery(type)) })
  const lists = queries.map(({ data }) => data)
  const isLoaded = lists.every((list) => list !== undefined)
  return {
    data: isLoaded ? lists.flatMap(({ name, products }) => products.map((product) => ({ product, typeName: name }))) : undefined,
    error: queries.map(({ error }) => error).find((error) => error instanceof ProblemError) ?? null,
    refetch: () => {
      for (const query of queries) void query.refetch()
    },
  }
}
