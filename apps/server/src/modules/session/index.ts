export {
  beginVisit,
  type CustomerRow,
  endVisit,
  forgetWho,
  giveBasket,
  keepBaskets,
  newVisit,
  resumeVisit,
  sessionKeyOf,
  sweepVisits,
  type Visit,
} from './session.ts'
