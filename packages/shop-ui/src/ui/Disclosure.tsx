import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Disclosure as AriaDisclosure, DisclosurePanel } from 'react-aria-components/Disclosure'
import { Heading } from 'react-aria-components/Heading'
import { classNames } from '#theme'
import styles from './Disclosure.module.css'

export type DisclosureProps = {
  readonly label: ReactNode
  readonly children: ReactNode
  readonly isInitiallyOpen?: boolean
  /** Level of the heading around the button. */
  readonly level?: 2 | 3 | 4
}

/** A section that opens and closes. "Find in page" finds its content while it is closed. */
export const Disclosure = ({ label, children, isInitiallyOpen = false, level = 3 }: DisclosureProps) => (
  <AriaDisclosure defaultExpanded={isInitiallyOpen}>
    <Heading level={level}>
      <Button slot="trigger" className={classNames(styles.trigger)}>
        <ChevronDown aria-hidden="true" />
        {label}
      </Button>
    </Heading>
    <DisclosurePanel className={classNames(styles.panel)}>
      <div>{children}</div>
    </DisclosurePanel>
  </AriaDisclosure>
)
