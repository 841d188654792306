import { useState } from 'react'
import type { SoldPackage } from '@playhouse/domain/package'
import { textIn } from '@playhouse/domain/text-in'
import { useLocale, useWords } from '#i18n'
import type { ApiMutation } from '#mutation'
import { useRemovePackage } from '#server-state'

/** A package that the visitor is asked about, and the answers. */
export type PackageRemoval = {
  /** Also after an answer, while the dialog closes. */
  readonly sold: SoldPackage | undefined
  readonly isOpen: boolean
  readonly warn: (sold: SoldPackage) => void
  readonly keep: () => void
  readonly remove: () => Promise<void>
}

/** Removes a package with all its tickets after a warning. */
export function usePackageRemoval({ send }: ApiMutation): PackageRemoval {
  const t = useWords('basket')
  const locale = useLocale()
  const call = useRemovePackage()
  const [sold, setSold] = useState<SoldPackage>()
  const [isOpen, setOpen] = useState(false)
  return {
    sold,
    isOpen,
    warn: (asked) => {
      setSold(asked)
      setOpen(true)
    },
    keep: () => setOpen(false),
    remove: async () => {
      if (sold) {
        await send(() => call.mutateAsync({ params: { id: sold.id } }), {
          message: t('package.removed', { name: textIn(sold.name, locale) }),
        })
      }
      setOpen(false)
    },
  }
}
