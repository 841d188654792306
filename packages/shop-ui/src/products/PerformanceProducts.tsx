import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { OfferedType, ProductOnSale, ProductPerformance, ProductType } from '@playhouse/domain/product'
import { productsPathOf } from '@playhouse/domain/product-path'
import { useFormats, useWords } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Dialog, DialogActions } from '#ui/Dialog'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { offerClasses } from '#ticketing/OfferLayout'
import { classNames } from '#theme'
import { performanceProductsQuery, useBasket } from '#server-state'
import { FoodMarks, ProductImages } from './ProductFacts.tsx'
import styles from './PerformanceProducts.module.css'
import { ProductForm, type ProductFormProps } from './ProductForm.tsx'
import { ProductsStatus } from './ProductsStatus.tsx'
import { useNameText, useProductText } from './useProductText.ts'

type ProductsProps = { readonly products: readonly ProductOnSale[]; readonly onOutdated: () => unknown } & Pick<ProductFormProps, 'prepare'>

/** Products with their forms, which stay open after a product was added. */
function ProductForms({ products, onOutdated, prepare, isInDialog = false }: ProductsProps & { readonly isInDialog?: boolean }) {
  const textOf = useProductText()
  const Heading = isInDialog ? 'h4' : 'h2'
  const id = useId()
  return (
    <ul role="list" className={isInDialog ? classNames(styles.list) : offerClasses.cards}>
      {products.map((product) => {
        const { name, summary, lang } = textOf(product)
        return (
          <li key={product.product}>
            <div role="group" aria-labelledby={`${id}-${product.product}`} className={classNames(styles.columns)}>
              <div className={offerClasses.text}>
                <Heading id={`${id}-${product.product}`} lang={lang}>
                  {name}
                </Heading>
                <p lang={lang} className={offerClasses.soft}>
                  {summary}
                </p>
                <FoodMarks product={product} />
                <ProductImages product={product} small />
              </div>
              <ProductForm product={product} onOutdated={onOutdated} prepare={prepare} onAdded={() => void onOutdated()} />
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const usePerformanceText = (): ((performance: ProductPerformance) => string) => {
  const t = useWords('product')
  const { dateAndTime } = useFormats()
  return (performance) => t('for', { name: performance.name, when: dateAndTime(performance) })
}

/** The way to the basket, where it holds something. */
function ToBasket() {
  const t = useWords('product')
  const { items } = useBasket()
  return items.length > 0 ? <LinkButton to="/checkout/basket">{t('toBasket')}</LinkButton> : null
}

export type PerformanceProductsOfTypeProps = ProductsProps & {
  readonly type: ProductType
  readonly performance: ProductPerformance
}

/** The page of the products of a type that are sold for a performance. */
export function PerformanceProductsOfType({ type, performance, products, onOutdated }: PerformanceProductsOfTypeProps) {
  const t = useWords('product')
  const performanceText = usePerformanceText()
  const { text, lang } = useNameText()(type)
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: text, to: productsPathOf(type.type), lang }, { label: performance.name }]} />
      <PageHeading hero {...(lang !== undefined && { lang })}>
        {text}
      </PageHeading>
      <p className={offerClasses.lead}>{performanceText(performance)}</p>
      {products.length === 0 ? (
        <Notice title={t('noneForPerformance')}>
          {t('noneForPerformanceText')}
          <NoticeActions>
            <LinkButton to={productsPathOf(type.type)}>{t('other')}</LinkButton>
          </NoticeActions>
        </Notice>
      ) : (
        <ProductForms products={products} onOutdated={onOutdated} />
      )}
      <p>
        <ToBasket />
      </p>
    </Page>
  )
}

export type PerformanceProductsDialogProps = {
  readonly instance: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Whether it is opened from the basket, so that it has no link to it. */
  readonly isInBasket?: boolean
} & Pick<ProductFormProps, 'prepare'>

/** The products of all types that are sold for a performance, in a dialog. */
export function PerformanceProductsDialog({ instance, isOpen, onClose, isInBasket = false, prepare }: PerformanceProductsDialogProps) {
  const t = useWords('product')
  const performanceText = usePerformanceText()
  const query = useQuery(performanceProductsQuery(instance))
  const { data, refetch } = query
  return (
    <Dialog wide isOpen={isOpen} onClose={onClose} title={t('visit')}>
      {data ? (
        <>
          <p className={offerClasses.soft}>{performanceText(data.performance)}</p>
          {data.types.length === 0 && <p>{t('noneForPerformance')}</p>}
          {data.types.map((type) => (
            <TypeSection key={type.type} type={type} onOutdated={refetch} prepare={prepare} />
          ))}
          {!isInBasket && (
            <DialogActions>
              <ToBasket />
            </DialogActions>
          )}
        </>
      ) : (
        <ProductsStatus {...query} />
      )}
    </Dialog>
  )
}

type TypeSectionProps = { readonly type: OfferedType } & Pick<ProductsProps, 'onOutdated' | 'prepare'>

function TypeSection({ type, onOutdated, prepare }: TypeSectionProps) {
  const { text, lang } = useNameText()(type)
  return (
    <section aria-labelledby={`type-${type.type}`} className={offerClasses.text}>
      <h3 id={`type-${type.type}`} lang={lang}>
        {text}
      </h3>
      <ProductForms products={type.products} onOutdated={onOutdated} prepare={prepare} isInDialog />
    </section>
  )
}
