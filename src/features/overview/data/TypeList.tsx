import { Link } from '@tanstack/react-router'
import { type DataTypeName, dataTypes } from '../../../contract/overview/data-types.ts'
import classes from './data.module.css'

/** The types that the person may read, one under the other. */
export const TypeList = ({ types, current }: { types: readonly DataTypeName[]; current: string }) => (
  <nav className={classes.types} aria-label="Dati">
    {types.map((name) => (
      <Link key={name} to="/riepilogo/dati" search={{ tipo: name }} aria-current={name === current ? 'page' : undefined}>
        {dataTypes[name].title}
      </Link>
    ))}
  </nav>
)
