import { skipToken, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { add as addMoney } from '@playhouse/domain/money'
import { chooseOptions, deliveryWaysOf, mostToChoose, productKey, type ProductOnSale } from '@playhouse/domain/product'
import { problem as problemOf } from '@playhouse/domain/problem'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { ProblemNotice } from '#ui/ProblemNotice'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { performanceProductsQuery, useCounterProducts } from './counter-products.ts'
import { useCounterState } from './counter-state.ts'
import { QueryStatus } from './QueryStatus.tsx'
import { SaleLayout } from './SellPage.tsx'
import { useAddAtCounter } from './useAddAtCounter.ts'

/** Adds pieces of a product: of a variant, for a performance and with options where the product has them. */
export function AddProductPage() {
  const t = useWords('box-office')
  const { product: id = '' } = useParams()
  const products = useCounterProducts()
  const product = products.data?.find((each) => each.product.product === id)?.product
  return (
    <SaleLayout title={t('product.title')}>
      {product ? (
        <ProductChoice key={id} product={product} onOutdated={products.refetch} />
      ) : products.data ? (
        <ProblemNotice problem={problemOf('merchandise-not-found')} bare />
      ) : (
        <QueryStatus query={products} height={12} />
      )}
      <div>
        <LinkButton to="/smart/add-to-cart/products">{t('product.other')}</LinkButton>
      </div>
    </SaleLayout>
  )
}

type ProductProps = { readonly product: ProductOnSale; readonly onOutdated: () => void }

/** Chooses the performance, which decides prices and stock, and shows the form of the product for it. */
function ProductChoice({ product, onOutdated }: ProductProps) {
  const t = useWords('box-office')
  const { dateAndTime } = useFormats()
  const { defaultLocale } = useBrand()
  const { performances, needsPerformance } = product
  const [isChanged, setChanged] = useState(false)
  const [chosen, setChosen] = useState(needsPerformance ? (performances[0]?.instance ?? '') : '')
  const query = useQuery(chosen === '' ? { queryKey: ['performance-products', ''], queryFn: skipToken } : performanceProductsQuery(chosen))
  const offered = query.data?.types.flatMap(({ products }) => products).find((each) => each.product === product.product)
  const sold = chosen === '' ? product : offered
  return (
    <section className={styles['form']} aria-labelledby="product-name">
      <h2 id="product-name" lang={defaultLocale}>
        {product.name}
      </h2>
      {performances.length > 0 && (
        <>
          <label htmlFor="product-performance">{t('product.performance')}</label>
          <select
            id="product-performance"
            className={styles['choice']}
            value={chosen}
            onChange={(event) => {
              setChosen(event.target.value)
              setChanged(true)
            }}
          >
            {!needsPerformance && <option value="">{t('product.noPerformance')}</option>}
            {performances.map(({ instance, name, ...moment }) => (
              <option key={instance} value={instance}>
                {dateAndTime(moment)}, {name}
              </option>
            ))}
          </select>
        </>
      )}
      {sold ? (
        <ProductForm
          key={chosen}
          product={sold}
          takesFocus={!isChanged}
          onOutdated={() => {
            onOutdated()
            if (chosen !== '') void query.refetch()
          }}
        />
      ) : query.data ? (
        <ProblemNotice problem={problemOf('merchandise-not-found')} bare />
      ) : (
        <QueryStatus query={query} height={8} />
      )}
    </section>
  )
}

type Variant = ProductOnSale['variants'][number]
type FormProps = ProductProps & {
  /** Whether it gets the focus at first. Another performance must not take it from the list. */
  readonly takesFocus: boolean
}

function ProductForm({ product, onOutdated, takesFocus }: FormProps) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { defaultLocale } = useBrand()
  const { items } = useCounterState().basket
  const { add, problem, isPending, dismiss } = useAddAtCounter()
  const [search] = useSearchParams()
  const [chosenVariant, setVariant] = useState(search.get('variant'))
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [way, setWay] = useState<string>()
  const [typed, setTyped] = useState<number>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLInputElement>('input:checked, input[inputmode]')?.focus()
  }, [takesFocus])
  // The pieces that are left have changed.
  const isRefused = problem !== undefined
  const refetch = useRef(onOutdated)
  refetch.current = onOutdated
  useEffect(() => {
    if (isRefused) refetch.current()
  }, [isRefused])

  const instance = product.performance?.instance
  const options = product.options.map(({ option, choices: offered }) => ({ option, choice: choices[option] ?? offered[0]!.choice }))
  const keyOf = ({ variant }: Variant): string => productKey({ product: product.product, variant, instance, options })
  const goods = items.flatMap((item) => (item.kind === 'product' ? [item] : []))
  const itemOf = (variant: Variant) =>
    goods.find(({ detail }) => productKey({ ...detail, instance: detail.performance?.instance }) === keyOf(variant))
  const inBasket = (variant: Variant): number => itemOf(variant)?.quantity ?? 0
  const mostOf = (variant: Variant): number =>
    mostToChoose(product, { piecesLeft: variant.piecesLeft === null ? null : variant.piecesLeft + inBasket(variant) })
  const variant = product.variants.find((each) => each.variant === chosenVariant) ?? product.variants.find(mostOf) ?? product.variants[0]!
  const most = mostOf(variant)
  const held = inBasket(variant)
  const quantity = Math.min(typed ?? Math.max(1, held), Math.max(1, most))
  const extra = chooseOptions(product, options)?.price
  // Staff hand over what a visitor collects: the usual way at a counter first.
  const ways = deliveryWaysOf(product, product.performance).toSorted((a, b) => Number(a === 'post') - Number(b === 'post'))
  const heldWay = itemOf(variant)?.detail.delivery
  const delivery = ways.find((each) => each === way) ?? ways.find((each) => each === heldWay) ?? ways[0]

  /** @param change sets what was chosen */
  const choose = (change: () => void): void => {
    if (problem) dismiss()
    change()
    setTyped(undefined)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isPending || !delivery || most === 0) return
    const choice = { ...(instance !== undefined && { instance }), ...(options.length > 0 && { options }), delivery }
    await add({ kind: 'product', product: product.product, variant: variant.variant, quantity, ...choice })
  }
  const postage = product.postage ? t('product.postage', { price: money(product.postage) }) : undefined
  if (!delivery) return <ProblemNotice problem={problemOf('merchandise-not-found')} bare />
  const stockOf = (each: Variant): string =>
    mostOf(each) === 0
      ? t('product.soldOut')
      : [money(each.price), ...(each.piecesLeft === null ? [] : [t('product.left', { count: each.piecesLeft })])].join(', ')
  return (
    <form ref={form} className={styles['form']} noValidate aria-labelledby="product-name" onSubmit={(event) => void submit(event)}>
      {problem && <ProblemNotice problem={problem} bare />}
      {product.variants.length > 1 ? (
        <RadioCards
          name="product-variant"
          label={t('product.variant')}
          value={variant.variant}
          onChange={(next) => choose(() => setVariant(next))}
          cards={product.variants.map((each) => ({
            value: each.variant,
            label: <span lang={defaultLocale}>{each.name}</span>,
            detail: stockOf(each),
          }))}
        />
      ) : (
        <p>{stockOf(variant)}</p>
      )}
      {product.options.map(({ option, name, choices: offered }) => (
        <RadioCards
          key={option}
          name={`product-option-${option}`}
          label={<span lang={defaultLocale}>{name}</span>}
          value={options.find((each) => each.option === option)!.choice}
          onChange={(next) => choose(() => setChoices({ ...choices, [option]: next }))}
          cards={offered.map((each) => ({
            value: each.choice,
            label: <span lang={defaultLocale}>{each.name}</span>,
            detail: each.price > 0 ? `+ ${money(each.price)}` : undefined,
          }))}
        />
      ))}
      {ways.length > 1 && (
        <RadioCards
          name="product-delivery"
          label={t('product.delivery.label')}
          value={delivery}
          onChange={setWay}
          cards={ways.map((each) => ({
            value: each,
            label: t(`product.delivery.${each}`),
            detail: each === 'post' ? postage : undefined,
          }))}
        />
      )}
      {ways.length === 1 && delivery === 'post' && <p>{[t('product.delivery.post'), postage].filter(Boolean).join(': ')}</p>}
      {delivery === 'post' && <p className={styles['soft']}>{t('post.hint')}</p>}
      {extra !== undefined && extra > 0 && <p>{t('product.each', { price: money(addMoney(variant.price, extra)) })}</p>}
      {variant.fee > 0 && <p className={styles['soft']}>{t('product.fee', { fee: money(variant.fee) })}</p>}
      {held > 0 && <p>{t('product.inSale', { count: held })}</p>}
      <NumberStepper
        name="product-quantity"
        label={t('sell.quantity')}
        hint={t('product.limit', { count: product.limit })}
        value={quantity}
        onChange={setTyped}
        minimum={1}
        maximum={Math.max(1, most)}
        disabled={most === 0}
      />
      <Button type="submit" look="primary" isPending={isPending} isDisabled={most === 0}>
        {t(held > 0 ? 'product.change' : 'sell.add')}
      </Button>
    </form>
  )
}
