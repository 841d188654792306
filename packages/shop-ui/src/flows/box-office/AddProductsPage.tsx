import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ProductOnSale } from '@playhouse/domain/product'
import { problem as problemOf } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import { useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { type CounterProducts, useCounterProducts } from './counter-products.ts'
import { findProducts, type ListedProduct, variantOfCode } from './find-products.ts'
import { QueryStatus } from './QueryStatus.tsx'
import { SaleLayout } from './SellPage.tsx'
import listStyles from './SellPage.module.css'

const pathOf = (product: string, variant?: string): string =>
  `/smart/add-to-cart/products/${product}${variant === undefined ? '' : `?variant=${variant}`}`

/** Finds a product to sell: by name, by type, or by the code that a scanner types. */
export function AddProductsPage() {
  const t = useWords('box-office')
  const { productTypes } = useBrand()
  const products = useCounterProducts()
  return (
    <SaleLayout title={t('product.title')}>
      {!productTypes ? (
        <ProblemNotice problem={problemOf('page-not-found')} bare />
      ) : products.data ? (
        <ProductSearch products={products.data} />
      ) : (
        <QueryStatus query={products satisfies CounterProducts} height={12} />
      )}
    </SaleLayout>
  )
}

function ProductSearch({ products }: { readonly products: readonly ListedProduct[] }) {
  const t = useWords('box-office')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const matches = findProducts(products, typed)
  const openOnlyMatch = (event: FormEvent): void => {
    event.preventDefault()
    const [only, another] = matches
    if (only && !another) void navigate(pathOf(only.product.product, variantOfCode(only.product, typed)))
    // A scanner types the next code in place of this one.
    else field.current?.select()
  }
  if (products.length === 0) return <p>{t('product.nothing')}</p>
  return (
    <>
      <search>
        <form className={styles['form']} onSubmit={openOnlyMatch}>
          <TextField
            name="product-search"
            label={t('product.find')}
            hint={t('product.findHint')}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={setTyped}
            ref={field}
          />
          <Button type="submit" look="primary">
            {t('product.open')}
          </Button>
        </form>
      </search>
      <p role="status">{matches.length === 0 ? t('product.none') : t('product.matches', { count: matches.length })}</p>
      {[...Map.groupBy(matches, ({ typeName }) => typeName)].map(([typeName, ofType], nth) => (
        <TypeSection key={typeName} id={`products-${nth}`} typeName={typeName} products={ofType} />
      ))}
    </>
  )
}

type TypeSectionProps = { readonly id: string; readonly typeName: string; readonly products: readonly ListedProduct[] }

function TypeSection({ id, typeName, products }: TypeSectionProps) {
  const { defaultLocale } = useBrand()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} lang={defaultLocale}>
        {typeName}
      </h2>
      <ul role="list" className={listStyles['products']}>
        {products.map(({ product }) => (
          <li key={product.product}>
            <Link to={pathOf(product.product)}>
              <bdi lang={defaultLocale}>{product.name}</bdi>
              <PriceAndStock product={product} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The lowest price, and the pieces of all variants where they are counted without a performance. */
function PriceAndStock({ product: { variants, needsPerformance } }: { readonly product: ProductOnSale }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const prices = variants.map(({ price }) => price).toSorted((a, b) => a - b)
  const price = prices.at(-1) === 0 ? t('part:free') : money(prices[0]!)
  const counts = variants.map(({ piecesLeft }) => piecesLeft)
  const pieces = counts.every((count) => count !== null) && !needsPerformance ? counts.reduce((sum, count) => sum + count, 0) : null
  return (
    <span>
      {new Set(prices).size > 1 ? t('product.from', { price }) : price}
      {pieces !== null && <>, {pieces === 0 ? t('product.soldOut') : t('product.left', { count: pieces })}</>}
    </span>
  )
}
