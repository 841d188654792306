import type { SoldPackage } from '@playhouse/domain/package'
import { textIn } from '@playhouse/domain/text-in'
import { useFormats, useLocale, useWords } from '#i18n'
import { AlertDialog } from '#ui/AlertDialog'
import { Button } from '#ui/Button'
import { FocusAfterClose } from '#ui/FocusAfterClose'
import styles from './BasketPage.module.css'
import type { PackageRemoval } from './usePackageRemoval.ts'

type GroupProps = { readonly sold: SoldPackage; readonly busy: boolean; readonly onRemove: () => void }

/** A package of the basket with its price; its tickets are listed by performance. */
export function PackageGroup({ sold: { id, name, amount, saved, choice }, busy, onRemove }: GroupProps) {
  const t = useWords('basket')
  const { money } = useFormats()
  const title = textIn(name, useLocale())
  return (
    <section className={styles.group} aria-labelledby={`package-${id}`}>
      <div className={styles.head}>
        <h2 id={`package-${id}`}>{title}</h2>
        <p>
          {t('package.summary', { count: choice.length, amount: money(amount) })}
          {saved > 0 && (
            <>
              <br />
              {t('package.saved', { amount: money(saved) })}
            </>
          )}
        </p>
      </div>
      <Button onPress={onRemove} isDisabled={busy}>
        {t('package.removeNamed', { name: title })}
      </Button>
    </section>
  )
}

type WarningProps = { readonly removal: PackageRemoval; readonly isPending: boolean }

/** Warns that a ticket of a package is removed only with the whole package. */
export function PackageWarning({ removal: { sold, isOpen, keep, remove }, isPending }: WarningProps) {
  const t = useWords('basket')
  const locale = useLocale()
  return (
    <AlertDialog
      isOpen={isOpen}
      title={t('package.warning')}
      onClose={keep}
      safe={{ label: t('package.keep'), onPress: keep }}
      other={{ label: t('package.remove'), danger: true, isPending, onPress: remove }}
    >
      <FocusAfterClose />
      {sold && <p>{t('package.warningText', { name: textIn(sold.name, locale), count: sold.tickets.length })}</p>}
    </AlertDialog>
  )
}
