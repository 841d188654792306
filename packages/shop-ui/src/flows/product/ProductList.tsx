import type { ReactNode } from 'react'
import type { Locale } from '@playhouse/domain/brand'
import type { ProductOnSale } from '@playhouse/domain/product'
import { productPathOf } from '@playhouse/domain/product-path'
import { useFormats, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { PageHeading } from '#ui/PageHeading'
import { offerClasses } from '#ticketing/OfferLayout'
import { useBasket } from '#server-state'
import { ProductImage, useNameText, useProductText } from '#products'

export type ProductListProps = {
  /** Name of the type, in the theatre's language. */
  readonly name: string
  /** Translations of it. */
  readonly names?: Partial<Record<Locale, string>> | undefined
  readonly products: readonly ProductOnSale[]
  /** Shown above the products. */
  readonly children?: ReactNode
}

/** All products of a type, each with its price and what is in the basket of it. */
export function ProductList({ name, names, products, children }: ProductListProps) {
  const t = useWords('product')
  const { text, lang } = useNameText()({ name, names })
  return (
    <>
      <PageHeading hero {...(lang !== undefined && { lang })}>
        {text}
      </PageHeading>
      {children}
      {products.length === 0 ? (
        <Notice title={t('none')}>{t('noneText')}</Notice>
      ) : (
        <>
          <p className={offerClasses.lead}>{t('lead')}</p>
          <ul role="list" className={offerClasses.cards}>
            {products.map((product) => (
              <ProductCard key={product.product} product={product} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function ProductCard({ product }: { readonly product: ProductOnSale }) {
  const t = useWords('product')
  const { money } = useFormats()
  const { name, summary, lang } = useProductText()(product)
  const { items } = useBasket()
  const inBasket = items.reduce((sum, { detail, quantity }) => (isOf(product, detail) ? sum + quantity : sum), 0)
  const prices = product.variants.map(({ price }) => price)
  const lowest = prices.toSorted((a, b) => a - b)[0]!
  const price = lowest > 0 ? money(lowest) : t('part:free')
  const isSoldOut = !product.needsPerformance && product.variants.every(({ piecesLeft }) => piecesLeft === 0)
  return (
    <li className={offerClasses.card}>
      {product.images[0] && <ProductImage image={product.images[0]} />}
      <h2 lang={lang}>
        <Link to={productPathOf(product)}>{name}</Link>
      </h2>
      <p lang={lang} className={offerClasses.soft}>
        {summary}
      </p>
      <p className={offerClasses.price}>{lowest > 0 && new Set(prices).size > 1 ? t('from', { price }) : price}</p>
      {inBasket > 0 && <p className={offerClasses.status}>{t('inBasket', { count: inBasket })}</p>}
      {product.needsPerformance && <p className={offerClasses.soft}>{t('performancesText')}</p>}
      {isSoldOut && inBasket === 0 && <p className={offerClasses.status}>{t('soldOut')}</p>}
    </li>
  )
}

const isOf = ({ product }: ProductOnSale, detail: object | null): boolean =>
  detail !== null && 'variant' in detail && 'product' in detail && detail.product === product
