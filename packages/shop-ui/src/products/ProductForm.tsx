import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { add, zero } from '@playhouse/domain/money'
import { deliveryWaysOf, mostToChoose, type ProductOnSale, type ProductOption, variantName } from '@playhouse/domain/product'
import { productsPathOf } from '@playhouse/domain/product-path'
import type { Result } from '@playhouse/domain/result'
import { useFormats, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Form } from '#form/Form'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { offerClasses } from '#ticketing/OfferLayout'
import { noAcceptance, ReservationTerms } from '#ticketing/ReservationTerms'
import { BuyButton, useApiMutation } from '#mutation'
import { type ApiProblem, useAddItem, useBasket, useBrand } from '#server-state'
import { useNameText, useProductText } from './useProductText.ts'

type Variant = ProductOnSale['variants'][number]

export type ProductFormProps = {
  readonly product: ProductOnSale
  /** Called where the product may have changed. */
  readonly onOutdated: () => unknown
  /** Runs before it is added. A problem that it returns is shown, and nothing is added. */
  readonly prepare?: (() => Promise<Result<unknown, ApiProblem>>) | undefined
  /** Called after it was added; without it the basket is opened. */
  readonly onAdded?: () => void
}

/** Chooses a variant, its options and its delivery, and how many of it the basket has. */
export function ProductForm({ product, onOutdated, prepare, onAdded }: ProductFormProps) {
  const t = useWords('product')
  const { money } = useFormats()
  const textOf = useNameText()
  const { name } = useProductText()(product)
  const { items } = useBasket()
  const navigate = useNavigate()
  const addItem = useAddItem()
  const mutation = useApiMutation()
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState<number>()
  const [accepts, setAccepts] = useState(noAcceptance)
  const brand = useBrand()

  const [options, setOptions] = useState<Readonly<Record<string, string>>>({})
  const [chosenWay, setWay] = useState<string>()

  const instance = product.performance?.instance ?? null
  const choiceOf = ({ option, choices }: ProductOption): string => options[option] ?? choices[0]!.choice
  const itemsOf = ({ variant }: Variant) =>
    items.flatMap((item) =>
      item.kind === 'product' && item.detail.product === product.product && item.detail.variant === variant && item.performance === instance
        ? [item]
        : [],
    )
  const isChosen = ({ detail }: { readonly detail: { readonly options: readonly { option: string; choice: string }[] } }): boolean =>
    product.options.every((option) => detail.options.some((each) => each.option === option.option && each.choice === choiceOf(option)))
  const inBasket = (variant: Variant): number => itemsOf(variant).find(isChosen)?.quantity ?? 0
  // The pieces in the visitor's basket can be chosen as well, without those with other options.
  const mostOf = (variant: Variant): number => {
    const all = itemsOf(variant).reduce((sum, { quantity }) => sum + quantity, 0)
    const piecesLeft = variant.piecesLeft === null ? null : variant.piecesLeft + all
    return Math.max(0, mostToChoose(product, { piecesLeft }) - (all - inBasket(variant)))
  }
  const { variants } = product
  const variant = variants.find((each) => each.variant === chosen) ?? variants.find(inBasket) ?? variants.find(mostOf) ?? variants[0]!
  const most = mostOf(variant)
  const held = inBasket(variant)
  const quantity = Math.min(typed ?? Math.max(1, held), most)
  const { fee, piecesLeft } = variant
  const price = add(
    variant.price,
    ...product.options.map((option) => option.choices.find(({ choice }) => choice === choiceOf(option))?.price ?? zero),
  )
  const ways = deliveryWaysOf(product, product.performance)
  const heldWay = itemsOf(variant).find(isChosen)?.detail.delivery
  const way = ways.find((each) => each === chosenWay) ?? ways.find((each) => each === heldWay) ?? ways[0]
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
    const body = {
      ...{ kind: 'product' as const, product: product.product, variant: variant.variant, quantity },
      ...(instance !== null && { instance }),
      ...(product.options.length > 0 && { options: product.options.map((each) => ({ option: each.option, choice: choiceOf(each) })) }),
      ...(ways.length > 1 && way && { delivery: way }),
      ...(product.isReservation && { accepts }),
    } as const
    const add = async (): Promise<Result<unknown, ApiProblem>> => {
      const prepared = await prepare?.()
      return prepared?.ok === false ? prepared : addItem.mutateAsync({ body })
    }
    const result = await mutation.send(add, {
      message: t('added', { name: variantName({ name }, { name: textOf(variant).text }) }),
    })
    if (!result.ok) return void onOutdated()
    if (!onAdded) return void (await navigate('/checkout/basket', { viewTransition: true }))
    setTyped(undefined)
    onAdded()
  }
  return (
    <Form className={offerClasses.card} onSubmit={(event) => void submit(event)}>
      {refusal && !hasNoneLeft && <ProblemNotice problem={refusal} />}
      {variants.length > 1 && (
        <RadioCards
          name={`${product.product}-variant`}
          label={t('variant')}
          value={variant.variant}
          onChange={choose}
          cards={variants.map((each) => ({
            value: each.variant,
            label: <Name {...textOf(each)} />,
            detail: mostOf(each) === 0 ? t('soldOut') : each.price > 0 ? money(each.price) : t('part:free'),
          }))}
        />
      )}
      {product.options.map((option) => (
        <RadioCards
          key={option.option}
          name={`${product.product}-${option.option}`}
          label={<Name {...textOf(option)} />}
          value={choiceOf(option)}
          onChange={(choice) => {
            if (refusal) dismiss()
            setOptions({ ...options, [option.option]: choice })
            setTyped(undefined)
          }}
          cards={option.choices.map((choice) => ({
            value: choice.choice,
            label: <Name {...textOf(choice)} />,
            detail: choice.price > 0 ? t('plus', { price: money(choice.price) }) : t('included'),
          }))}
        />
      ))}
      {ways.length > 1 && way ? (
        <RadioCards
          name={`${product.product}-delivery`}
          label={t('delivery')}
          value={way}
          onChange={setWay}
          cards={ways.map((each) => ({
            value: each,
            label: t(`way.${each}`),
            ...(each === 'post' && product.postage
              ? { hint: t('postage', { price: money(product.postage) }) }
              : { detail: t('part:free') }),
          }))}
        />
      ) : (
        way && (
          <p className={offerClasses.soft}>
            {t(`way.${way}`)}
            {way === 'post' && product.postage ? `: ${t('postage', { price: money(product.postage) })}` : ''}
          </p>
        )
      )}
      <p className={offerClasses.price}>{price > 0 ? money(price) : t('part:free')}</p>
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
            name={`${product.product}-quantity`}
            label={t('quantity')}
            hint={product.isReservation ? t('order:addOns.reservation.limit') : t('limit', { count: product.limit })}
            value={quantity}
            onChange={setTyped}
            minimum={1}
            maximum={most}
          />
          {product.isReservation && (
            <ReservationTerms brand={brand} field={`${product.product}-${instance ?? 'any'}`} accepts={accepts} onChange={setAccepts} />
          )}
          <BuyButton type="submit" look="primary" large isPending={mutation.isPending}>
            {t(held > 0 ? 'change' : product.isReservation ? 'order:addOns.reservation.add' : 'add')}
          </BuyButton>
        </>
      )}
    </Form>
  )
}

const Name = ({ text, lang }: { readonly text: string; readonly lang?: string }) => <span lang={lang}>{text}</span>

/** Pieces of a variant from which on their number is shown. */
const fewLeft = 5
