import type { ReactNode } from 'react'
import { useWords } from '@playhouse/shop-ui/i18n'
import { Sheet } from '@playhouse/shop-ui/ui/Dialog'
import { LanguageChooser } from '@playhouse/shop-ui/ui/LanguageChooser'
import { useBrand } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './Header.module.css'

/** The header's links and the locale on a phone. A separate chunk, which desktops don't load. */
export function Menu({ onClose, children }: { readonly onClose: () => void; readonly children: ReactNode }) {
  const t = useWords('shell')
  const { locales } = useBrand()
  return (
    <Sheet isOpen onClose={onClose} title={t('menu')}>
      <nav aria-label={t('nav')} className={classNames(styles.sheet)}>
        <div>{children}</div>
        <LanguageChooser locales={locales} isLabelShown />
      </nav>
    </Sheet>
  )
}
