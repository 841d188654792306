export { answerSurvey, readSurvey } from './survey.ts'
