import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type ProductOnSale, variantName } from '@playhouse/domain/product'
import { mostToChoose } from '@playhouse/domain/product'
import { productsPathOf } from '@playhouse/domain/product-path'
import { problem } from '@playhouse/domain/problem'
import { useFormats, useTheatreLanguage, useWords } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Form } from '#form/Form'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { offerClasses } from '#ticketing/OfferLayout'
import { useApiMutation } from '#mutation'
import { productsQuery, useAddItem, useBasket, useBrand } from '#server-state'
import { ProductList, ProductsStatus } from './ProductList.tsx'
import { useProductText } from '#ticketing/ProductText'

/** A product. All products of its type replace one that is unknown or no longer sold. */
export function ProductPage() {
  const { type = '', instance } = useParams()
  const query = useQuery(productsQuery(type))
  const product = query.data?.products.find((each) => each.product === instance)
  if (query.data && product)
    return <ProductDetails key={product.product} product={product} typeName={query.data.name} onOutdated={query.refetch} />
  return (
    <Page>
      {query.data ? (
        <ProductList {...query.data}>
          <ProblemNotice problem={problem('merchandise-not-found')} />
        </ProductList>
      ) : (
        <ProductsStatus {...query} />
      )}
    </Page>
  )
}

type ProductDetailsProps = { readonly product: ProductOnSale; readonly typeName: string; readonly onOutdated: () => unknown }

function ProductDetails({ product, typeName, onOutdated }: ProductDetailsProps) {
  const { name, summary, lang } = useProductText(useBrand().defaultLocale)(product)
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: typeName, to: productsPathOf(product.type) }, { label: name }]} />
      <PageHeading hero {...(lang !== undefined && { lang })}>
        {name}
      </PageHeading>
      <div className={offerClasses.page}>
        <p lang={lang} className={offerClasses.lead}>
          {summary}
        </p>
        <ProductForm product={product} onOutdated={onOutdated} />
      </div>
    </Page>
  )
}

type Variant = ProductOnSale['variants'][number]

/** Chooses a variant and how many of it the basket has. */
function ProductForm({ product, onOutdated }: Omit<ProductDetailsProps, 'typeName'>) {
  const t = useWords('product')
  const { money } = useFormats()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  const { name } = useProductText(useBrand().defaultLocale)(product)
  const { items } = useBasket()
  const navigate = useNavigate()
  const add = useAddItem()
  const mutation = useApiMutation()
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState<number>()

  const inBasket = ({ variant }: Variant): number =>
    items.find(({ kind, detail }) => kind === 'product' && detail.product === product.product && detail.variant === variant)?.quantity ?? 0
  // The pieces in the visitor's basket can be chosen as well.
  const mostOf = (variant: Variant): number =>
    mostToChoose(product, { piecesLeft: variant.piecesLeft === null ? null : variant.piecesLeft + inBasket(variant) })
  const { variants } = product
  const variant = variants.find((each) => each.variant === chosen) ?? variants.find(inBasket) ?? variants.find(mostOf) ?? variants[0]!
  const most = mostOf(variant)
  const held = inBasket(variant)
  const quantity = Math.min(typed ?? Math.max(1, held), most)
  const { price, fee, piecesLeft } = variant
  const refusal = mutation.problem
  // The number that is left in the refusal is newer than the one on the page.
  const hasNoneLeft = refusal?.code === 'product-sold-out' && refusal.params.piecesLeft === 0
  const isSoldOut = most === 0 || hasNoneLeft
  const soldOutNotice = useRef<HTMLDivElement>(null)
  // The notice replaces the button, which had the focus.
  useEffect(() => {
    if (isSoldOut && refusal) soldOutNotice.current?.focus()
  }, [isSoldOut, refusal])
  const { dismiss } = mutation
  // The page shows by now that none is left; pieces that are released later can be bought.
  useEffect(() => {
    if (hasNoneLeft && most === 0) dismiss()
  }, [hasNoneLeft, most, dismiss])

  const choose = (next: string): void => {
    if (refusal) dismiss()
    setChosen(next)
    setTyped(undefined)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // After a refusal the variant stays, though another one may be the first that can be bought.
    setChosen(variant.variant)
    const body = { kind: 'product', product: product.product, variant: variant.variant, quantity } as const
    const result = await mutation.send(() => add.mutateAsync({ body }), { message: t('added', { name: variantName({ name }, variant) }) })
    if (result.ok) await navigate('/checkout/basket', { viewTransition: true })
    else onOutdated()
  }
  return (
    <Form className={offerClasses.card} onSubmit={(event) => void submit(event)}>
      {refusal && !hasNoneLeft && <ProblemNotice problem={refusal} />}
      {variants.length > 1 && (
        <RadioCards
          name="variant"
          label={t('variant')}
          value={variant.variant}
          onChange={choose}
          cards={variants.map((each) => ({
            value: each.variant,
            label: <span lang={lang}>{each.name}</span>,
            detail: mostOf(each) === 0 ? t('soldOut') : money(each.price),
          }))}
        />
      )}
      <p className={offerClasses.price}>{money(price)}</p>
      {fee > 0 && <p className={offerClasses.soft}>{t('fee', { fee: money(fee) })}</p>}
      {held > 0 && <p className={offerClasses.status}>{t('inBasket', { count: held })}</p>}
      {isSoldOut ? (
        <Notice title={t('soldOut')} ref={soldOutNotice} tabIndex={-1}>
          {t('soldOutText')}
          <NoticeActions>
            <LinkButton to={productsPathOf(product.type)}>{t('other')}</LinkButton>
          </NoticeActions>
        </Notice>
      ) : (
        <>
          {piecesLeft !== null && piecesLeft > 0 && piecesLeft <= fewLeft && (
            <p className={offerClasses.status}>{t('left', { count: piecesLeft })}</p>
          )}
          <NumberStepper
            name="quantity"
            label={t('quantity')}
            hint={t('limit', { count: product.limit })}
            value={quantity}
            onChange={setTyped}
            minimum={1}
            maximum={most}
          />
          <Button type="submit" look="primary" large isPending={mutation.isPending}>
            {t(held > 0 ? 'change' : 'add')}
          </Button>
        </>
      )}
    </Form>
  )
}

/** Pieces of a variant from which on their number is shown. */
const fewLeft = 5
