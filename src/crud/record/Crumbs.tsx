import { Anchor, Breadcrumbs, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './Crumbs.module.css'

/** The list that a record belongs to. */
export interface RecordList {
  title: string
  link: LinkProps
}

/** The link from a record back to its list. A long name is clipped here; the title below shows it whole. */
export const Crumbs = ({ list, name }: { list: RecordList; name: string | undefined }) => (
  <Breadcrumbs className={classes.crumbs}>
    <Anchor renderRoot={(props) => <Link {...props} {...list.link} activeOptions={{ exact: true }} />}>{list.title}</Anchor>
    <Text aria-current="page" truncate>
      {name ?? '…'}
    </Text>
  </Breadcrumbs>
)
