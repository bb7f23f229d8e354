import { cuds } from '../../../src/contract/people/payrolls.ts'
import { known } from '../known.ts'
import { payLines } from '../payslips.ts'

export default known(cuds, payLines('/cuds'))
