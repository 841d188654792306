import { useState } from 'react'
import { sanitizeText } from '@playhouse/domain/written'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import styles from './BoxOffice.module.css'
import { inlineText } from './customer-text.ts'

/** Characters: as much as a clerk reads while somebody waits. */
const maxCollapsedLength = 240

/** What a customer wrote. It never runs into the words around it, and never fills the counter by itself. */
export function CustomerText({ text }: { readonly text: string }) {
  const t = useWords('box-office')
  const [isExpanded, setExpanded] = useState(false)
  const sanitized = sanitizeText(text)
  const isLong = sanitized.length > maxCollapsedLength
  return (
    <>
      <bdi dir="auto" className={styles['their']}>
        {isLong && !isExpanded ? `${Array.from(sanitized).slice(0, maxCollapsedLength).join('')}…` : sanitized}
      </bdi>
      {isLong && (
        <Button look="quiet" aria-expanded={isExpanded} onPress={() => setExpanded(!isExpanded)}>
          {t(isExpanded ? 'their.less' : 'their.more')}
        </Button>
      )}
    </>
  )
}

/** A customer's name, where a line of words is asked for. */
export const customerName = ({ title = '', firstName, lastName }: { title?: string; firstName: string; lastName: string }): string =>
  inlineText([title, firstName, lastName].filter(Boolean).join(' '))
