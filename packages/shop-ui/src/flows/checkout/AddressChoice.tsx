import { Controller, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import type { Address } from '@playhouse/api-client/contract'
import { isSameAddress } from '@playhouse/domain/postal-address'
import { useWords } from '#i18n'
import { AddressFields, addressRules, blankAddress } from '#form/AddressFields'
import { AddressLines } from '#form/AddressLines'
import { Checkbox } from '#form/Checkbox'
import { RadioCards } from '#form/RadioCards'
import styles from './BillingPage.module.css'

/** `where` is the index of a saved address, or `new`. */
export type AddressValues = { where: string; address: Address }

/** The initial values of the form: the current address, otherwise the first saved one. */
export function addressValues(savedAddresses: readonly Address[], current: Address | undefined, country: string): AddressValues {
  const index = current ? savedAddresses.findIndex((address) => isSameAddress(address, current)) : 0
  const isKnown = index >= 0 && savedAddresses[index] !== undefined
  return { where: isKnown ? String(index) : 'new', address: current && !isKnown ? current : blankAddress(country) }
}

/** The address that the visitor chose or typed. */
export const chosenAddress = ({ where, address }: AddressValues, savedAddresses: readonly Address[]): Address =>
  savedAddresses[Number(where)] ?? address

/** The rules for a new address; a saved one needs none. */
export const addressValueRules = ({ where }: AddressValues, rules: { readonly stateRequired: boolean }) => ({
  where: z.string(),
  address: where === 'new' ? addressRules(rules) : z.custom<Address>(),
})

type Props = { readonly savedAddresses: readonly Address[]; readonly purpose: 'billing' | 'shipping'; readonly stateRequired: boolean }

/** Chooses a saved address, or asks for a new one. */
export function AddressChoice({ savedAddresses, purpose, stateRequired }: Props) {
  const t = useWords('checkout')
  const { control, watch } = useFormContext<AddressValues>()
  const where = watch('where')
  const [firstAddress, ...furtherAddresses] = savedAddresses
  const isSame = firstAddress && where !== 'new'
  return (
    <>
      {firstAddress && (
        <Controller
          control={control}
          name="where"
          render={({ field: { value, onChange } }) =>
            furtherAddresses.length === 0 ? (
              <Checkbox name="where" value={value !== 'new'} onChange={(same) => onChange(same ? '0' : 'new')}>
                {t('billing.same')}
              </Checkbox>
            ) : (
              <RadioCards
                name="where"
                label={t('billing.which')}
                value={value}
                onChange={onChange}
                cards={[
                  ...savedAddresses.map((address, nth) => ({ value: String(nth), label: <AddressLines address={address} /> })),
                  { value: 'new', label: t('billing.another') },
                ]}
              />
            )
          }
        />
      )}
      {isSame && furtherAddresses.length === 0 && (
        <div className={styles.saved}>
          <AddressLines address={firstAddress} />
        </div>
      )}
      {!isSame && <AddressFields fieldPrefix="address" purpose={purpose} stateRequired={stateRequired} />}
    </>
  )
}
