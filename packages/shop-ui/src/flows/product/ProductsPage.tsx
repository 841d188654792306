import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Page } from '#ui/Page'
import { productsQuery } from '#server-state'
import { ProductsStatus } from '#products'
import { ProductList } from './ProductList.tsx'

/** The products of a type. The route's guard requires that the brand sells it. */
export function ProductsPage() {
  const { type = '' } = useParams()
  const query = useQuery(productsQuery(type))
  return <Page>{query.data ? <ProductList {...query.data} /> : <ProductsStatus {...query} />}</Page>
}
