import { apiFile } from '#browser'
import { useWords } from '#i18n'
import { buttonClasses } from '#ui/Button'
import { useBrand } from '#server-state'

/** Links that open the tickets of an order to print: on a sheet, and on the ticket printer where the theatre has one. */
export function PrintTickets({ order, label }: { readonly order: string; readonly label: string }) {
  const t = useWords('box-office')
  const { ticketPaper } = useBrand()
  const path = apiFile(`/api/staff/orders/${order}/tickets.pdf`)
  return (
    <>
      <a className={buttonClasses({})} href={path} target="_blank" rel="noreferrer">
        {label}
      </a>
      {ticketPaper && (
        <a className={buttonClasses({})} href={`${path}?paper=thermal`} target="_blank" rel="noreferrer">
          {t('order.printThermal')}
        </a>
      )}
    </>
  )
}
