import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedAddress } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { AddressLines } from '#form/AddressLines'
import { Button } from '#ui/Button'
import { Dialog } from '#ui/Dialog'
import { PageHeading } from '#ui/PageHeading'
import { MutationOutcome, useApiMutation } from '#mutation'
import { api, detailsQuery, queryClient } from '#server-state'
import styles from './AccountPage.module.css'
import { AddressForm } from './AddressForm.tsx'
import { addressesQuery } from './queries.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

const storeAddresses = (book: { readonly addresses: SavedAddress[] }): void => {
  queryClient.setQueryData(addressesQuery.queryKey, book)
  void queryClient.invalidateQueries({ queryKey: detailsQuery.queryKey, exact: true })
}

/** The address book. Each address shows its purposes; the primary address cannot be removed. */
export function AddressesPage() {
  const t = useWords('profile')
  const { addresses } = useSuspenseQuery(addressesQuery).data
  const mutation = useApiMutation()
  const [editedAddress, setEdited] = useState<SavedAddress | 'new'>()
  const [addressToRemove, setAddressToRemove] = useState<SavedAddress>()
  const remove = async ({ id }: SavedAddress): Promise<void> => {
    await mutation.send(() => api.me.removeAddress({ params: { id } }), { message: t('address.removed'), onSuccess: storeAddresses })
    setAddressToRemove(undefined)
  }
  const close = () => setEdited(undefined)
  return (
    <>
      <PageHeading>{t('page.addresses')}</PageHeading>
      <MutationOutcome mutation={mutation} />
      {addresses.length === 0 && <p className={styles.lead}>{t('address.none')}</p>}
      <ul role="list" className={styles.cards}>
        {addresses.map((address) => (
          <li key={address.id} className={styles.card}>
            <AddressUses address={address} />
            <AddressLines address={address} />
            <div className={styles.actions}>
              <Button aria-label={t('address.editThis', { line: address.line1 })} onPress={() => setEdited(address)}>
                {t('address.edit')}
              </Button>
              {!address.isPrimary && (
                <Button
                  look="quiet"
                  aria-label={t('address.removeThis', { line: address.line1 })}
                  onPress={() => setAddressToRemove(address)}
                >
                  {t('remove')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{t('address.rule')}</p>
      <p>
        <Button look="primary" onPress={() => setEdited('new')}>
          {t('address.add')}
        </Button>
      </p>
      <Dialog
        isOpen={editedAddress !== undefined}
        onClose={close}
        title={t(editedAddress === 'new' ? 'address.addTitle' : 'address.editTitle')}
      >
        {editedAddress && (
          <AddressForm
            address={editedAddress === 'new' ? undefined : editedAddress}
            isFirst={addresses.length === 0}
            onSaved={(book) => {
              storeAddresses(book)
              close()
            }}
          />
        )}
      </Dialog>
      <RemoveDialog
        isOpen={addressToRemove !== undefined}
        title={t('address.removeTitle')}
        isPending={mutation.isPending}
        onClose={() => setAddressToRemove(undefined)}
        onRemove={() => addressToRemove && void remove(addressToRemove)}
      >
        {addressToRemove && <AddressLines address={addressToRemove} />}
      </RemoveDialog>
    </>
  )
}

function AddressUses({ address: { isPrimary, isBilling, isDelivery } }: { readonly address: SavedAddress }) {
  const t = useWords('profile')
  const uses = [isPrimary && 'primary', isBilling && 'billing', isDelivery && 'delivery'].filter((use) => use !== false)
  if (uses.length === 0) return null
  return (
    <ul role="list" className={styles.tags} aria-label={t('address.uses')}>
      {uses.map((use) => (
        <li key={use} className={styles.tag}>
          {t(`address.use.${use}`)}
        </li>
      ))}
    </ul>
  )
}
