import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { ProductOnSale, ProductType } from '@playhouse/domain/product'
import { productsPathOf } from '@playhouse/domain/product-path'
import { problem } from '@playhouse/domain/problem'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { offerClasses } from '#ticketing/OfferLayout'
import { performanceProductsQuery, ProblemError, productsQuery } from '#server-state'
import { FoodMarks, PerformanceProductsOfType, ProductForm, ProductImages, ProductsStatus, useNameText, useProductText } from '#products'
import { PerformanceLinks } from './PerformanceLinks.tsx'
import { ProductList } from './ProductList.tsx'

/**
 * A product, or the products of its type that are sold for a performance. All products of the type replace one that is unknown or no longer
 * sold.
 */
export function ProductPage() {
  const { type = '', instance = '' } = useParams()
  const query = useQuery(productsQuery(type))
  const product = query.data?.products.find((each) => each.product === instance)
  const isProduct = product !== undefined
  const performanceQuery = useQuery({
    ...performanceProductsQuery(instance),
    enabled: query.data !== undefined && !isProduct,
    retry: false,
  })
  if (query.data && product) return <ProductDetails key={product.product} product={product} type={query.data} onOutdated={query.refetch} />
  if (query.data && performanceQuery.data) {
    const products = performanceQuery.data.types.find((each) => each.type === type)?.products ?? []
    return (
      <PerformanceProductsOfType
        type={{ ...query.data, type }}
        performance={performanceQuery.data.performance}
        products={products}
        onOutdated={performanceQuery.refetch}
      />
    )
  }
  const { error } = performanceQuery
  const isUnknown = error instanceof ProblemError && unknownCodes.includes(error.problem.code)
  return (
    <Page>
      {query.data && isUnknown ? (
        <ProductList {...query.data}>
          <ProblemNotice problem={problem('merchandise-not-found')} />
        </ProductList>
      ) : (
        <ProductsStatus {...(query.data ? performanceQuery : query)} />
      )}
    </Page>
  )
}

/** Problems of an id that is neither a product nor a performance, unlike those of the connection. */
const unknownCodes: readonly string[] = ['instance-unavailable', 'page-not-found', 'invalid-input']

type ProductDetailsProps = {
  readonly product: ProductOnSale
  readonly type: Pick<ProductType, 'name' | 'names'>
  readonly onOutdated: () => unknown
}

function ProductDetails({ product, type, onOutdated }: ProductDetailsProps) {
  const { name, summary, lang } = useProductText()(product)
  const typeName = useNameText()(type)
  return (
    <Page>
      <Breadcrumb
        crumbs={[
          { label: typeName.text, to: productsPathOf(product.type), lang: typeName.lang },
          { label: name, lang },
        ]}
      />
      <PageHeading hero {...(lang !== undefined && { lang })}>
        {name}
      </PageHeading>
      <div className={offerClasses.page}>
        <div className={offerClasses.text}>
          <p lang={lang} className={offerClasses.lead}>
            {summary}
          </p>
          <FoodMarks product={product} />
          <ProductImages product={product} />
        </div>
        {product.needsPerformance ? <PerformanceLinks product={product} /> : <ProductForm product={product} onOutdated={onOutdated} />}
      </div>
    </Page>
  )
}
