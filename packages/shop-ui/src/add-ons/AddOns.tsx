import { queryOptions, useMutation, useQueries } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import type { Brand } from '@playhouse/domain/brand'
import {
  chooseOptions,
  deliveryWaysOf,
  mostToChoose,
  productKey,
  type ProductOnSale,
  type ProductType,
  stockKey,
  stockKeyOf,
  variantName,
} from '@playhouse/domain/product'
import { isTableOpen } from '@playhouse/domain/table-order'
import { ok, type Result } from '@playhouse/domain/result'
import { add as addMoney } from '@playhouse/domain/money'
import { useFormats, useLocale, useTheatreLanguage, useWords } from '#i18n'
import { serverNow } from '#browser'
import { FoodButton } from '#food'
import { BookTable } from '#tables'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { useApiMutation } from '#mutation'
import {
  type ApiProblem,
  api,
  cacheBasket,
  productsQuery,
  queryClient,
  sittingsQuery,
  unwrap,
  useAddItem,
  useBasket,
  useBrand,
  useRemoveItem,
} from '#server-state'
import { Button } from '#ui/Button'
import { ProblemNotice } from '#ui/ProblemNotice'
import styles from './AddOns.module.css'
import { offerClasses } from '#ticketing/OfferLayout'
import { useNameText, useProductText } from '#ticketing/ProductText'
import { noAcceptance, ReservationTerms } from '#ticketing/ReservationTerms'

/** What can be added to a visit, under one heading in the theatre's language or translated. */
export type AddOnGroup = {
  readonly id: string
  readonly name: string
  readonly names?: ProductType['names']
  readonly products: readonly ProductOnSale[]
  /** The performance for which food and drink can be ordered; absent for none. */
  readonly food?: string
  /** The performance for which a table of the theatre can be booked, and the number of tickets; absent for none. */
  readonly table?: ComponentProps<typeof BookTable>
}

/** Whether a brand sells anything that can be added to an order. */
export const sellsAddOns = ({
  productTypes = [],
  foodAndDrink,
  restaurant,
}: Pick<Brand, 'productTypes' | 'foodAndDrink' | 'restaurant'>): boolean =>
  productTypes.length > 0 || foodAndDrink === true || restaurant === true

/** The mutations of the order that the basket adds to. On success the cached basket is up to date when they return. */
export const useStartAddOns = () =>
  useMutation({
    mutationFn: (order: { readonly number: string; readonly keepItems?: boolean }) =>
      changeBasket(() => api.me.startAddOns({ params: { number: order.number }, body: { keepItems: order.keepItems } })),
    scope: { id: 'basket' },
  })
export const useEndAddOns = () => useMutation({ mutationFn: () => changeBasket(() => api.basket.endAddOns()), scope: { id: 'basket' } })

async function changeBasket<Changed extends Result<Parameters<typeof cacheBasket>[0], ApiProblem>>(call: () => Promise<Changed>) {
  const result = await call()
  if (result.ok) cacheBasket(result.value)
  return result
}

/** The products that are on sale for a performance. The pieces that are left change with each basket. */
const performanceProductsQuery = (instance: string) =>
  queryOptions({
    queryKey: ['products', 'performance', instance],
    queryFn: () => unwrap(api.catalogue.performanceProducts({ params: { instance } })),
    staleTime: 0,
  })

/**
 * Loads what can be added to a visit: what is sold for the performances of the basket and of the order that it adds to, food and drink
 * and tables included, and goods that belong to no performance. Only groups with something that can be bought are returned.
 * @param performances those of an order that the basket does not add to yet
 */
export function useAddOns(
  isEnabled = true,
  performances: readonly { readonly instance: string }[] = [],
): { readonly groups: readonly AddOnGroup[]; readonly isLoading: boolean } {
  const { productTypes = [], restaurant = false } = useBrand()
  const { dateAndTime } = useFormats()
  const { tickets, addsTo } = useBasket()
  const instances = [...new Set([...tickets, ...(addsTo?.performances ?? []), ...performances].map(({ instance }) => instance))]
  const ofPerformances = useQueries({ queries: instances.map((id) => ({ ...performanceProductsQuery(id), enabled: isEnabled })) })
  const ofTables = useQueries({ queries: instances.map((id) => ({ ...sittingsQuery(id), enabled: isEnabled && restaurant })) })
  const ofTypes = useQueries({ queries: productTypes.map(({ type }) => ({ ...productsQuery(type), enabled: isEnabled })) })
  const ticketsFor = (instance: string): number =>
    tickets.filter((ticket) => ticket.instance === instance).length +
    (addsTo?.performances.find((each) => each.instance === instance)?.tickets ?? 0)
  const visits = ofPerformances.flatMap(({ data }, nth): AddOnGroup[] => {
    if (!data) return []
    const { performance, types, isFoodOpen } = data
    const { instance, name: title, startsAt, timeZone } = performance
    const hasTables = ofTables[nth]?.data?.sittings.some((sitting) => isTableOpen(startsAt, sitting, serverNow())) === true
    return [
      {
        id: performance.instance,
        name: `${performance.name}, ${dateAndTime(performance)}`,
        products: types.flatMap(({ products }) => products),
        ...(isFoodOpen && { food: performance.instance }),
        ...(hasTables && { table: { performance: { instance, title, startsAt, timeZone }, party: ticketsFor(instance) || 2 } }),
      },
    ]
  })
  const goods = ofTypes.flatMap(({ data }, nth): AddOnGroup[] =>
    data
      ? [
          {
            ...{ id: productTypes[nth]!.type, name: data.name, names: data.names },
            products: data.products.filter(({ needsPerformance }) => !needsPerformance),
          },
        ]
      : [],
  )
  return {
    groups: [...visits, ...goods].filter(({ products, food, table }) => products.length > 0 || (food ?? table) !== undefined),
    isLoading: [...ofPerformances, ...ofTables, ...ofTypes].some(({ isLoading }) => isLoading),
  }
}

export type AddOnListProps = {
  readonly groups: readonly AddOnGroup[]
  /** Runs before something is added. A problem that it returns is shown, and nothing is added. */
  readonly prepare?: () => Promise<Result<unknown, ApiProblem>>
}

const prepareNothing = async () => ok(undefined)

/** What can be added, with its number, without leaving the page. */
export function AddOnList({ groups, prepare = prepareNothing }: AddOnListProps) {
  const t = useWords('order')
  const nameText = useNameText(useBrand().defaultLocale)
  return groups.map(({ id, products, food, table, ...named }) => (
    <section key={id} className={styles.group} aria-labelledby={`add-ons-${id}`}>
      <h2 id={`add-ons-${id}`} lang={nameText(named).lang}>
        {nameText(named).text}
      </h2>
      {food !== undefined && (
        <div>
          <FoodButton instance={food} label={t('addOns.food')} prepare={prepare} />
        </div>
      )}
      {table && (
        <div>
          <BookTable {...table} prepare={prepare} />
        </div>
      )}
      {products.length > 0 && (
        <ul role="list" className={offerClasses.cards}>
          {products.map((product) => (
            <AddOnCard key={product.product} product={product} prepare={prepare} />
          ))}
        </ul>
      )}
    </section>
  ))
}

type CardProps = { readonly product: ProductOnSale; readonly prepare: NonNullable<AddOnListProps['prepare']> }
type Variant = ProductOnSale['variants'][number]

function AddOnCard({ product, prepare }: CardProps) {
  const t = useWords('order')
  const { money } = useFormats()
  const locale = useLocale()
  const brand = useBrand()
  const { defaultLocale } = brand
  const { name, summary, lang } = useProductText(defaultLocale)(product)
  const theatreLanguage = useTheatreLanguage(defaultLocale)
  const { items } = useBasket()
  const add = useAddItem()
  const remove = useRemoveItem()
  const { send, problem, isPending } = useApiMutation()
  const [chosen, setChosen] = useState<string>()
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({})
  const [chosenWay, setWay] = useState<string>()
  const [typed, setTyped] = useState<number>()
  const [accepts, setAccepts] = useState(noAcceptance)

  const instance = product.performance?.instance
  const field = `${product.product}-${instance ?? 'any'}`
  const chosenOptions = Object.entries(choices).map(([option, choice]) => ({ option, choice }))
  const options = chooseOptions(product, chosenOptions)!
  const stockOf = ({ variant }: Variant): string => stockKey({ product: product.product, variant, instance })
  const keyOf = (variant: Variant): string => productKey({ product: product.product, ...variant, instance, options: options.options })
  const goods = items.flatMap((item) =>
    item.kind === 'product' ? [{ ...item, key: productKey({ ...item.detail, instance: item.detail.performance?.instance }) }] : [],
  )
  const itemOf = (variant: Variant) => goods.find(({ key }) => key === keyOf(variant))
  // The pieces in the visitor's basket can be chosen as well.
  const ownPieces = (variant: Variant): number =>
    goods.reduce((sum, { key, quantity }) => (stockKeyOf(key) === stockOf(variant) ? sum + quantity : sum), 0)
  const mostOf = (variant: Variant): number =>
    mostToChoose(product, { piecesLeft: variant.piecesLeft === null ? null : variant.piecesLeft + ownPieces(variant) })
  const { variants } = product
  const variant = variants.find((each) => each.variant === chosen) ?? variants.find(itemOf) ?? variants.find(mostOf) ?? variants[0]!
  const most = mostOf(variant)
  const item = itemOf(variant)
  const held = item?.quantity ?? 0
  const ways = deliveryWaysOf(product, product.performance)
  const heldWay = item?.detail.delivery
  const way = ways.find((each) => each === chosenWay) ?? ways.find((each) => each === heldWay) ?? ways[0]
  const quantity = Math.min(typed ?? Math.max(1, held), most)
  const fullName = variantName({ name }, { name: variant.names?.[locale] ?? variant.name })
  const price = addMoney(variant.price, options.price)

  const postage = product.postage ? t('addOns.postage', { price: money(product.postage) }) : undefined
  const save = async (): Promise<void> => {
    const isRemoval = quantity === 0 && item !== undefined
    await send(
      async () => {
        const prepared = await prepare()
        if (!prepared.ok) return prepared
        if (isRemoval) return remove.mutateAsync({ params: { id: item.id } })
        const body = { kind: 'product', product: product.product, variant: variant.variant, quantity } as const
        return add.mutateAsync({
          body: {
            ...body,
            ...(instance && { instance }),
            ...(chosenOptions.length > 0 && { options: chosenOptions }),
            // Without it the server would take the first way: held goods by post would be collected.
            ...((ways.length > 1 || item) && { delivery: way }),
            ...(product.isReservation && { accepts }),
          },
        })
      },
      { message: t(isRemoval ? 'addOns.removed' : 'addOns.added', { name: fullName }) },
    )
    setTyped(undefined)
    // Also after a refusal: the pieces that are left have changed.
    await queryClient.invalidateQueries({ queryKey: ['products'] })
  }
  const action = t(held > 0 ? 'addOns.change' : product.isReservation ? 'addOns.reservation.add' : 'addOns.add')
  return (
    <li className={offerClasses.card}>
      <h3 lang={lang}>{name}</h3>
      <p lang={lang} className={offerClasses.soft}>
        {summary}
      </p>
      {variants.length > 1 && (
        <RadioCards
          name={`variant-${field}`}
          label={t('addOns.variant', { name })}
          value={variant.variant}
          onChange={(next) => {
            setChosen(next)
            setTyped(undefined)
          }}
          cards={variants.map((each) => ({
            value: each.variant,
            label: each.names?.[locale] ?? <span lang={theatreLanguage}>{each.name}</span>,
            detail: mostOf(each) === 0 ? t('addOns.soldOut') : each.price > 0 ? money(each.price) : t('part:free'),
          }))}
        />
      )}
      {product.options.map(({ option, name: optionName, names, choices: cards }) => (
        <RadioCards
          key={option}
          name={`${option}-${field}`}
          label={names?.[locale] ?? optionName}
          value={choices[option] ?? cards[0]!.choice}
          onChange={(choice) => setChoices({ ...choices, [option]: choice })}
          cards={cards.map((each) => ({
            value: each.choice,
            label: each.names?.[locale] ?? <span lang={theatreLanguage}>{each.name}</span>,
            detail: each.price > 0 ? `+ ${money(each.price)}` : undefined,
          }))}
        />
      ))}
      {ways.length > 1 && way ? (
        <RadioCards
          name={`delivery-${field}`}
          label={t('addOns.delivery', { name })}
          value={way}
          onChange={setWay}
          cards={ways.map((each) => ({
            value: each,
            label: t(`addOns.way.${each}`),
            ...(each === 'post' && postage !== undefined ? { hint: postage } : { detail: t('part:free') }),
          }))}
        />
      ) : (
        way === 'post' && <p className={offerClasses.soft}>{[t('addOns.way.post'), postage].filter(Boolean).join(': ')}</p>
      )}
      {way === 'post' && <p className={offerClasses.soft}>{t('addOns.address')}</p>}
      <p className={offerClasses.price}>{price > 0 ? money(price) : t('part:free')}</p>
      {variant.fee > 0 && <p className={offerClasses.soft}>{t('addOns.fee', { fee: money(variant.fee) })}</p>}
      {held > 0 && <p className={offerClasses.status}>{t('addOns.inBasket', { count: held })}</p>}
      {problem && <ProblemNotice problem={problem} bare />}
      {most === 0 ? (
        <p className={offerClasses.status}>{t('addOns.soldOut')}</p>
      ) : (
        <>
          <NumberStepper
            name={`quantity-${field}`}
            label={t('addOns.howMany', { name: fullName })}
            value={quantity}
            onChange={setTyped}
            minimum={held > 0 ? 0 : 1}
            maximum={most}
            {...(product.isReservation && { hint: t('addOns.reservation.limit') })}
          />
          {product.isReservation && <ReservationTerms brand={brand} field={field} accepts={accepts} onChange={setAccepts} />}
          <Button
            aria-label={`${action}: ${fullName}`}
            isPending={isPending}
            isDisabled={held > 0 && quantity === held && way === heldWay}
            onPress={() => void save()}
          >
            {action}
          </Button>
        </>
      )}
    </li>
  )
}
