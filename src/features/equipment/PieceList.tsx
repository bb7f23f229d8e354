import type { ReactNode } from 'react'
import type { PieceKind } from '../../contract/equipment/piece-kinds.ts'
import { wholeNumber } from '../../contract/kernel/crud.ts'
import type { Values } from '../../crud/form/merge.ts'
import { CrudList, type CrudListProps } from '../../crud/list/CrudList.tsx'
import type { CrudContext, CrudResource } from '../../crud/list/crud-types.ts'
import { type RowOf, readSearch, useParameters } from '../../crud/list/list-search.ts'
import { pieceFaults } from '../../rules/equipment/piece-faults.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { part } from '../../ui/part.tsx'
import { pieceLink } from './piece-link.ts'

// Fetched with the first piece that is opened.
const PieceShow = part(() => import('./PieceShow.tsx').then((m) => m.PieceShow))

/** `pezzo`: the piece that is shown in the place of the list. */
const read = readSearch({ pezzo: wholeNumber(1) })
export interface PieceListProps<R extends CrudResource> extends Omit<CrudListProps<R>, 'context' | 'link' | 'filters' | 'form'> {
  kind: PieceKind
  station: number
  context: CrudContext
  /** The name of one piece, as its title. */
  name: (piece: RowOf<R['list']>) => string
  /** Further facts beside its fields, and fields that are shown otherwise, by label. */
  more?: (piece: RowOf<R['list']>) => Readonly<Record<string, ReactNode>>
  /** The part below its fields. */
  below?: (piece: RowOf<R['list']>) => ReactNode
  /** Fields that say nothing to a person, such as the number of another record. */
  hidden?: readonly string[]
}

/** A kind of equipment of a station: its list, or one piece of it with all that is known of it. */
export function PieceList<R extends CrudResource>({ kind, station, name, more, below, hidden, context, ...rest }: PieceListProps<R>) {
  const list = { ...rest, context: { ...context, faults: (values: Values, saved?: Values) => pieceFaults(kind, values, saved) } }
  const { pezzo } = useParameters(read)
  if (pezzo === undefined)
    return <CrudList {...(list as unknown as CrudListProps<R>)} link={(row) => pieceLink(station, kind, (row as { id: number }).id)} />
  return (
    <PieceShow
      meanwhile={<LoadingRows />}
      key={pezzo}
      id={pezzo}
      {...{ kind, station, name: name as never, more: more as never, below: below as never, hidden }}
      {...list}
    />
  )
}
