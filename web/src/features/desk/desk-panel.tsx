import '../../styles/amplify-theme.css';
import '../../components/forms/fields-theme.css';
import type { ComponentType } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Notice } from '../../components/notice.tsx';
import { SignInPrompt } from '../../components/sign-in-prompt.tsx';
import { useSession } from '../../lib/session.ts';
import { ArticlesView } from './articles-view.tsx';
import { AuditView } from './audit-view.tsx';
import { CodesView } from './codes-view.tsx';
import styles from './desk.module.css';
import { FeedbackView } from './feedback-view.tsx';
import { MailingsView } from './mailings-view.tsx';
import { OrdersView } from './orders-view.tsx';
import { OverviewView } from './overview-view.tsx';
import { PeopleView } from './person-view.tsx';
import { ProblemsView } from './problems-view.tsx';
import { ReleasesView } from './releases-view.tsx';
import { RoadmapView } from './roadmap-view.tsx';
import { SignInAgain } from './sign-in-again.tsx';
import { StatusView } from './status-view.tsx';
import { TodayView } from './today-view.tsx';

/** The views of the desk, by their name in the address. The first is `/desk` itself. */
const views: Record<string, { label: string; View: ComponentType }> = {
  today: { label: 'Today', View: TodayView },
  people: { label: 'People', View: PeopleView },
  orders: { label: 'Orders', View: OrdersView },
  codes: { label: 'Codes', View: CodesView },
  audit: { label: 'Audit', View: AuditView },
  feedback: { label: 'Feedback', View: FeedbackView },
  roadmap: { label: 'Roadmap', View: RoadmapView },
  articles: { label: 'Articles', View: ArticlesView },
  mailings: { label: 'Mailings', View: MailingsView },
  releases: { label: 'Releases', View: ReleasesView },
  problems: { label: 'Problems', View: ProblemsView },
  status: { label: 'Status', View: StatusView },
  overview: { label: 'Overview', View: OverviewView },
};
const [firstView = ''] = Object.keys(views);

/** The content of `/desk`: the view in the address. The server decides who may see its data. */
export default function DeskPanel() {
  const session = useSession();
  const [searchParams] = useSearchParams();
  if (!session) return <SignInPrompt>Log in to use the desk.</SignInPrompt>;
  if (!session.groups.includes('admin'))
    return <Notice tone="info">The desk is for the team. Your account is not in the group admin.</Notice>;
  const named = searchParams.get('view') ?? (searchParams.has('person') ? 'people' : '');
  const current = Object.hasOwn(views, named) ? named : firstView;
  const { View = TodayView } = views[current] ?? {};
  return (
    <div className={styles.desk}>
      <nav aria-label="Desk">
        <ul className={styles.views}>
          {Object.entries(views).map(([name, { label }]) => (
            <li key={name}>
              <Link
                to={name === firstView ? '/desk' : `/desk?view=${name}`}
                aria-current={name === current ? 'page' : undefined}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <SignInAgain />
      <View key={current} />
    </div>
  );
}
