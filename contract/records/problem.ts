import type { Platform } from '../rules/platforms.ts';

/** The system on which the app failed. */
export interface ProblemSystem {
  platform: Platform;
  systemVersion: string;
}

/** A text that a person sent with the report of a crash. */
export interface ProblemText extends ProblemSystem {
  /** The sort key of its item. */
  textId: string;
  version: string;
  text: string;
  /** ISO 8601, UTC: when it arrived. */
  at: string;
  /** Only if the person wants an answer. */
  email?: string;
  /** The team's answer, by email. */
  answer?: {
    /** The id of the action. */
    answerId: string;
    at: string;
    /** The user id of the admin. */
    actorId: string;
    text: string;
  };
}

/** A crash of a version with the details of its first report. */
export interface ListedCrash extends Partial<ProblemSystem> {
  /** The app's checksum of the crash, or `otherCrashes`. */
  crash: string;
  reports: number;
  /** ISO 8601, UTC. Details are missing for other crashes, and when they have expired. */
  firstAt?: string;
  lastAt: string;
  frames: string[];
  /** The version in which the team has solved it. */
  solvedIn?: string;
  /** Whether it happens in that version or a later one. */
  hasComeBack?: boolean;
}

/** The problems of a version as the desk shows them. */
export interface ProblemsOfVersion {
  version: string;
  /** Days in UTC, oldest first. */
  days: string[];
  /** How many networks reported a crash on each day. */
  networks: number[];
  /** The most frequent ones first. */
  crashes: ListedCrash[];
  /** How many more crashes there are. */
  hiddenCount: number;
}
