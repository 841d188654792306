import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type Resolver, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Address } from '@playhouse/api-client/contract'
import { type DeliveryMethod, deliveryMethods } from '@playhouse/domain/brand'
import { useFormats, useWords } from '#i18n'
import { AddressFields, addressRules, blankAddress } from '#parts/AddressFields'
import { PageHeading } from '#parts/PageHeading'
import { RadioCards } from '#parts/RadioCards'
import { detailsQuery, useBasket, useBrand, useSetDelivery } from '#session'
import { FieldGroup, recallForm, StepForm } from './StepForm.tsx'

type DeliveryValues = { method: DeliveryMethod; address: Address }

/** How the tickets come. An address is asked for, and checked, only where the method needs one. */
export function DeliveryPage() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const brand = useBrand()
  const basket = useBasket()
  const { data: details } = useSuspenseQuery(detailsQuery)
  const setDelivery = useSetDelivery()
  const stateRequired = brand.registration.required.includes('state')
  const needsAddress = (method: DeliveryMethod): boolean =>
    basket.deliveryOptions.some((option) => option.method === method && option.needsAddress)

  const resolver: Resolver<DeliveryValues> = (values, context, options) => {
    const address = needsAddress(values.method) ? addressRules({ stateRequired }) : z.custom<Address>()
    return zodResolver(z.object({ method: z.enum(deliveryMethods), address }))(values, context, options)
  }
  const form = useForm<DeliveryValues>({
    resolver,
    shouldFocusError: false,
    defaultValues: recallForm('delivery', {
      method: basket.delivery.method,
      address: basket.delivery.address ?? details.address ?? blankAddress(brand.country),
    }),
  })
  const method = form.watch('method')

  return (
    <>
      <PageHeading>{t('delivery.title')}</PageHeading>
      <StepForm
        step="delivery"
        form={form}
        save={(values) =>
          setDelivery.mutateAsync({ body: { method: values.method, address: needsAddress(values.method) ? values.address : null } })
        }
      >
        <RadioCards
          name="method"
          label={t('delivery.method')}
          value={method}
          onChange={(chosen) => form.setValue('method', chosen, { shouldDirty: true })}
          cards={basket.deliveryOptions.map((option) => ({
            value: option.method,
            label: t(`delivery.${option.method}`),
            hint: t(`delivery.${option.method}Body`),
            detail: option.fee ? money(option.fee) : t('totals.free'),
          }))}
        />
        {needsAddress(method) && (
          <FieldGroup title={t('delivery.address')}>
            <AddressFields within="address" purpose="shipping" stateRequired={stateRequired} />
          </FieldGroup>
        )}
      </StepForm>
    </>
  )
}
