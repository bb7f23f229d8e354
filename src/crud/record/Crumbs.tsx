import { Anchor, Breadcrumbs, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './Crumbs.module.css'

/** The list that a record belongs to. */
export interface RecordList {
  title: string
  link: LinkProps
}

/** The way back from a record to its list; a long name ends in an ellipsis, and stands whole in the title below. */
export const Crumbs = ({ list, name }: { list: RecordList; name: string | undefined }) => (
  <Breadcrumbs className={classes.crumbs}>
    <Anchor renderRoot={(props) => <Link {...props} {...list.link} activeOptions={{ exact: true }} />}>{list.title}</Anchor>
    <Text aria-current="page" truncate>
      {name ?? '…'}
    </Text>
  </Breadcrumbs>
)
