import { BookPage as Book } from '@playhouse/shop-ui/flows/box-office'
import { PlainSeats } from '@playhouse/shop-ui/flows/seat'

/** Here the counter meets the hall. */
export const BookPage = () => <Book Seats={PlainSeats} />
