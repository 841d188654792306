import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, FormProvider, useForm } from 'react-hook-form'
import { z } from 'zod'
import type { SavedAddress } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { AddressFields, addressRules, blankAddress } from '#form/AddressFields'
import { Button } from '#ui/Button'
import { Checkbox } from '#form/Checkbox'
import { DialogActions } from '#ui/Dialog'
import { FormErrors } from '#form/FormField'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, useBrand } from '#server-state'
import styles from './AccountPage.module.css'

export type AddressFormProps = {
  /** Undefined for a new address. */
  readonly address: SavedAddress | undefined
  /** The first address becomes the primary one; the form does not ask. */
  readonly isFirst: boolean
  readonly onSaved: (book: { addresses: SavedAddress[] }) => void
}

/** An address that is not saved yet and has no purpose. */
const newAddressUses = { id: undefined, isPrimary: false, isBilling: false, isDelivery: false }

/** The form of a dialog that adds or changes an address and its purposes. */
export function AddressForm({ address, isFirst, onSaved }: AddressFormProps) {
  const t = useWords('profile')
  const brand = useBrand()
  const stateRequired = brand.registration.required.includes('state')
  const mutation = useApiMutation()
  const { id, isPrimary, isBilling, isDelivery, ...savedAddress } = address ?? { ...newAddressUses, ...blankAddress(brand.country) }
  const form = useForm({
    resolver: zodResolver(
      z.object({ address: addressRules({ stateRequired }), isPrimary: z.boolean(), isBilling: z.boolean(), isDelivery: z.boolean() }),
    ),
    shouldFocusError: false,
    defaultValues: { address: savedAddress, isPrimary, isBilling, isDelivery },
  })
  const send = form.handleSubmit(async ({ address: typedAddress, ...uses }) => {
    const body = { ...typedAddress, ...uses }
    const save = () => (id === undefined ? api.me.addAddress({ body }) : api.me.changeAddress({ params: { id }, body }))
    await mutation.send(save, { message: t('address.saved'), onSuccess: onSaved })
  })
  const use = (name: 'isPrimary' | 'isBilling' | 'isDelivery', label: string) => (
    <Controller control={form.control} name={name} render={({ field }) => <Checkbox {...field}>{label}</Checkbox>} />
  )
  return (
    <FormProvider {...form}>
      <form noValidate className={styles.form} onSubmit={send}>
        <FormErrors />
        <MutationOutcome mutation={mutation} />
        <AddressFields fieldPrefix="address" purpose="home" stateRequired={stateRequired} />
        {!isFirst && (
          <fieldset className={styles.group}>
            <legend>{t('address.uses')}</legend>
            {!isPrimary && use('isPrimary', t('address.makePrimary'))}
            {use('isBilling', t('address.forBilling'))}
            {use('isDelivery', t('address.forDelivery'))}
          </fieldset>
        )}
        <DialogActions>
          <Button type="submit" look="primary" isPending={mutation.isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </FormProvider>
  )
}
