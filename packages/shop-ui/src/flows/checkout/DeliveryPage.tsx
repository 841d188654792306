import { zodResolver } from '@hookform/resolvers/zod'
import { type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'
import { type DeliveryMethod, deliveryMethods } from '@playhouse/domain/brand'
import { isPosted } from '@playhouse/domain/postage'
import { useFormats, useWords } from '#i18n'
import { AddressFields, blankAddress } from '#form/AddressFields'
import { PageHeading } from '#ui/PageHeading'
import { RadioCards } from '#form/RadioCards'
import { useBasket, useBrand, useSetDelivery } from '#server-state'
import { useSavedAddresses } from './address-book.ts'
import { AddressChoice, addressValueRules, addressValues, type AddressValues, chosenAddress } from './AddressChoice.tsx'
import { FieldGroup, recallForm, StepForm } from './StepForm.tsx'

type DeliveryValues = AddressValues & { method: DeliveryMethod }

/** Chooses the delivery method of tickets. Methods that need an address, and goods by post, ask for one and validate it. */
export function DeliveryPage() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const brand = useBrand()
  const basket = useBasket()
  const savedAddresses = useSavedAddresses('isDelivery')
  const [firstAddress, ...furtherAddresses] = savedAddresses
  const setDelivery = useSetDelivery()
  const stateRequired = brand.registration.required.includes('state')
  const hasPostedGoods = basket.items.some(isPosted)
  const hasTickets = basket.tickets.length > 0
  const needsAddress = (method: DeliveryMethod): boolean =>
    hasPostedGoods || basket.deliveryOptions.some((option) => option.method === method && option.needsAddress)

  const resolver: Resolver<DeliveryValues> = (values, context, options) => {
    const where = needsAddress(values.method) ? values.where : 'none'
    const rules = addressValueRules({ ...values, where }, { stateRequired })
    return zodResolver(z.object({ ...rules, method: z.enum(deliveryMethods) }))(values, context, options)
  }
  // A single saved address is filled in and can be edited; of several the visitor chooses one.
  const initialAddress = (): AddressValues => {
    const current = basket.delivery.address
    if (furtherAddresses.length > 0) return addressValues(savedAddresses, current ?? undefined, brand.country)
    return { where: 'new', address: current ?? firstAddress ?? blankAddress(brand.country) }
  }
  const form = useForm<DeliveryValues>({
    resolver,
    shouldFocusError: false,
    defaultValues: recallForm('delivery', {
      method: basket.delivery.method,
      ...initialAddress(),
    }),
  })
  const method = form.watch('method')

  return (
    <>
      <PageHeading>{t(hasTickets ? 'delivery.title' : 'delivery.goodsTitle')}</PageHeading>
      <StepForm
        step="delivery"
        form={form}
        save={(values) =>
          setDelivery.mutateAsync({
            body: { method: values.method, address: needsAddress(values.method) ? chosenAddress(values, savedAddresses) : null },
          })
        }
      >
        {hasTickets && (
          <RadioCards
            name="method"
            label={t('delivery.method')}
            value={method}
            onChange={(method) => form.setValue('method', method, { shouldDirty: true })}
            cards={basket.deliveryOptions.map((option) => ({
              value: option.method,
              label: t(`delivery.${option.method}`),
              hint: t(`delivery.${option.method}Body`),
              detail: option.fee ? money(option.fee) : t('totals.free'),
            }))}
          />
        )}
        {hasPostedGoods && <p>{t('delivery.goodsBody')}</p>}
        {needsAddress(method) && (
          <FieldGroup title={t('delivery.address')}>
            {furtherAddresses.length > 0 ? (
              <AddressChoice savedAddresses={savedAddresses} purpose="shipping" stateRequired={stateRequired} />
            ) : (
              <AddressFields fieldPrefix="address" purpose="shipping" stateRequired={stateRequired} />
            )}
          </FieldGroup>
        )}
      </StepForm>
    </>
  )
}
