import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { ErrorBody } from '../contract/operations/errors.ts';
import type { Route } from '../contract/operations/route.ts';
import { routes } from '../contract/operations/routes.ts';
import {
  both,
  either,
  escapePattern,
  maxRegexLength,
  not,
  rateOf,
  regexMatch,
  type Statement,
  visibility,
} from './firewall-rules.ts';
import { operationsWithFreeText } from './free-text.ts';

/**
 * Requests of one address within five minutes. An open account page makes up to 200, and many
 * people may share an address.
 */
const limits = { api: 2000, everything: 6000 };

const tooOften: ErrorBody = {
  error: {
    status: 'resource-exhausted',
    message: 'You have made too many requests. Try again in five minutes.',
  },
};
const tooOftenPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Too many requests</title><h1>Too many requests</h1><p>${tooOften.error.message}</p></html>`;

/**
 * Operations whose requests have text of people or bodies of Stripe: they may be long, and a text
 * about scripts, paths or addresses is not an attack.
 */
const withFreeText = operationsWithFreeText.filter((name) => routes[name].method === 'POST');

/**
 * Paths that programs request: feeds, manifests and files of updates, sitemaps, data, security.txt, license keys, and
 * operations that people do not call.
 */
const forPrograms = [
  '\\.(?:atom|json|md|rss|txt|xml|yml)$',
  '^/(?:\\.well-known|releases|updates)/',
  ...Object.values<Route>(routes)
    .filter(({ caller }) => ['stripe', 'mail program', 'updater'].includes(caller))
    .map(({ path }) => `^${escapePattern(path.replace(/\{.*/, ''))}`),
].join('|');

/** Rules of the common rule set with the label each leaves: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html */
const bodyRules = {
  SizeRestrictions_BODY: 'SizeRestrictions_Body',
  CrossSiteScripting_BODY: 'CrossSiteScripting_Body',
  GenericLFI_BODY: 'GenericLFI_Body',
  GenericRFI_BODY: 'GenericRFI_Body',
  EC2MetaDataSSRF_BODY: 'EC2MetaDataSSRF_Body',
};
const agentRule = { NoUserAgent_HEADER: 'NoUserAgent_Header' };

/**
 * The firewall of the distribution: blocks known attacks, known attackers, and addresses with too
 * many requests.
 */
export class Firewall extends Construct {
  readonly arn: string;

  /** @param siteName distinguishes the stages of one account in the firewall's metrics */
  constructor(scope: Construct, id: string, siteName: string) {
    super(scope, id);
    const rules = [
      refuse('RateOfApi', rateOf(limits.api, pathBegins('/api/')), 'tooOften'),
      refuse('Rate', rateOf(limits.everything), 'tooOftenPage'),
      managed('AWSManagedRulesAmazonIpReputationList'),
      managed('AWSManagedRulesKnownBadInputsRuleSet'),
      // These rules only add labels. The next two rules block labeled requests, except where we
      // expect them.
      managed('AWSManagedRulesCommonRuleSet', Object.keys({ ...bodyRules, ...agentRule })),
      refuse(
        'Body',
        both(
          either(Object.values(bodyRules).map(hasLabel)),
          not(either(pathIsOneOf(withFreeText.map((operation) => routes[operation].path)))),
        ),
      ),
      // Feed readers, updaters and email programs may have no user agent.
      refuse('NoUserAgent', both(hasLabel(agentRule.NoUserAgent_HEADER), not(pathMatches(forPrograms)))),
    ];
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(siteName),
      customResponseBodies: {
        tooOften: { contentType: 'APPLICATION_JSON', content: JSON.stringify(tooOften) },
        tooOftenPage: { contentType: 'TEXT_HTML', content: tooOftenPage },
      },
      rules: rules.map((rule, priority) => ({ ...rule, priority })),
    });
    this.arn = acl.attrArn;
  }
}

type Rule = Omit<CfnWebACL.RuleProperty, 'priority'>;

function refuse(name: string, statement: Statement, customResponseBodyKey?: string): Rule {
  const customResponse = customResponseBodyKey && {
    customResponse: {
      responseCode: 429,
      customResponseBodyKey,
      responseHeaders: [{ name: 'retry-after', value: '300' }],
    },
  };
  return { name, statement, action: { block: customResponse || {} }, visibilityConfig: visibility(name) };
}

function managed(name: string, onlyLabeling: string[] = []): Rule {
  return {
    name,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: onlyLabeling.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    overrideAction: { none: {} },
    visibilityConfig: visibility(name),
  };
}

const hasLabel = (label: string): Statement => ({
  labelMatchStatement: { scope: 'LABEL', key: `awswaf:managed:aws:core-rule-set:${label}` },
});

// CloudFront finds the behavior for a path after it has decoded and normalized it.
const ofPath = {
  fieldToMatch: { uriPath: {} },
  textTransformations: [
    { priority: 0, type: 'URL_DECODE' },
    { priority: 1, type: 'NORMALIZE_PATH' },
  ],
};

const pathBegins = (searchString: string): Statement => ({
  byteMatchStatement: { ...ofPath, positionalConstraint: 'STARTS_WITH', searchString },
});

const pathMatches = (regexString: string): Statement => regexMatch({ ...ofPath, regexString });

/** One statement for many paths, because a statement for each would exceed the capacity. */
function pathIsOneOf(paths: string[]): Statement[] {
  const regexOf = (some: string[]) => `^(?:${some.map(escapePattern).join('|')})$`;
  const groups = paths.reduce<string[][]>((filled, path) => {
    const last = filled.at(-1);
    if (last && regexOf([...last, path]).length <= maxRegexLength) last.push(path);
    else filled.push([path]);
    return filled;
  }, []);
  return groups.map((group) => pathMatches(regexOf(group)));
}
