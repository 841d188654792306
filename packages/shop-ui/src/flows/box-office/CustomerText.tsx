import { useState } from 'react'
import { sanitizeText } from '@playhouse/domain/written'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from './BoxOffice.module.css'
import { inLine } from './customer-text.ts'

/** Characters: as much as a clerk reads while somebody waits. */
const glance = 240

/** What a customer wrote. It never runs into the words around it, and never fills the counter by itself. */
export function TheirWords({ text }: { readonly text: string }) {
  const t = useWords('box-office')
  const [isWhole, setWhole] = useState(false)
  const words = sanitizeText(text)
  const isLong = words.length > glance
  return (
    <>
      <bdi dir="auto" className={styles['their']}>
        {isLong && !isWhole ? `${Array.from(words).slice(0, glance).join('')}…` : words}
      </bdi>
      {isLong && (
        <Button look="quiet" aria-expanded={isWhole} onPress={() => setWhole(!isWhole)}>
          {t(isWhole ? 'their.less' : 'their.more')}
        </Button>
      )}
    </>
  )
}

/** A customer's name, where a line of words is asked for. */
export const nameOf = ({ title = '', firstName, lastName }: { title?: string; firstName: string; lastName: string }): string =>
  inLine([title, firstName, lastName].filter(Boolean).join(' '))
