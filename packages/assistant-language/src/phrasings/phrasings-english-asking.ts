import { any, englishDate as date, englishDays as days, type Phrasing, some } from './phrasing.js';

/** Questions in other words. */
export const corridorQuestions: readonly Phrasing[] = [
  any(
    `\\b(?:which|what) (?:class)?rooms? (?:does|do|is|are) ${some} (?:use|using|teach(?:ing)? in` +
      `|have|occupy|sit(?:ting)? in)\\b`,
    'show the timetable of $1',
  ),
  any('\\b(?:an |the )?overview (?:of|for)\\b', 'timetable of'),
  any(
    '\\bwhy (?:may|can|could|should) i not teach ([^,;.!?]{2,30}?) (?=on |in |at )',
    'why cannot' + ' my $1 go ',
  ),
  any('\\b(?:say|tell|show) me (?=what can you)', ''),
  any('\\bin which room and when\\b', 'when'),
  any('^is it an? (?=(?:class)?room)', 'is there a '),
  any(
    '\\bwhy (?:do |did )?(?:you|it|the system) (?:refused?|rejects?|declines?)s? (?:to )?',
    'why cannot i ',
  ),
  any(
    `\\bwhen (?:has|have|does|do) ${some} (?:have )?no (?:lessons|classes` + `|lectures)\\b`,
    'when is $1 free',
  ),
  any('\\bshow (?:me )?(?:the |my )?(?:last|latest|recent|newest) changes\\b', 'what changed last'),
  any('^(?:some|any)(?:body|one) (?:has )?changed [^,;.!?]*[.!?]+ ?(?=\\S)', ''),
  any('\\bwhat (?:clashes|conflicts|overlaps)\\b', 'the conflicts'),
  any('(?<=\\b(?:place|slot|time|room)) in the (?:timetable|schedule)\\b', ''),
  any(`\\b(?:can|could) ${some} be (?:moved|put|placed) anywhere (?=on |in |at )`, 'where can $1 go '),
  any('\\bredo the (?:thing|change|step) i (?:just )?undid\\b', 'redo'),
  any(
    '(?<=^|[,;.!?] ?)(?:the |our |my )?[a-z]+ (?:would like|wants|asked(?: me)?|asks(?: me)?|is' +
      ' asking|needs)(?: me)? ' +
      '(?:to (?:know|find out|ask|check)(?: if| whether)?|if|whether) ',
    '',
  ),
  any(
    '(?<=\\b(?:who|which|teachers?)\\b[^;.!?]{0,20})(?:have|has|got) (?:some |any )?time\\b',
    'is' + ' free',
  ),
  any(
    `\\b(?:could|can|may) (?:i|we) (?:see|look at|view|check) what ${some} (?:teaches|has` +
      `|is teaching|does)\\b`,
    'show the timetable of $1',
  ),
  any('\\bwhat (?:on earth|the hell|exactly) ', 'what '),
  any('\\bwhy (?:is it|it is|is this) not possible (?:that|for|to have) ', 'why cannot '),
  any(
    `\\b(?:which|what) week (?:does )?(${date}|today|tomorrow) (?:falls?|lies?|comes?)(?: (?:in|into` +
      `|on))?(?=$|[,;.!?])`,
    'which week is $1',
  ),
  any('^i take (?:it|that) back,? (?=redo|reapply|put)', ''),
  any(
    '\\b(?:put (?:that|the) (?:last )?change (?:in|back)(?: again)?|(?:keep|i want) the change i' +
      ' undid|reapply(?: the (?:last )?change| it| that)?)(?=$|[,;.!?])',
    'redo',
  ),
  any(
    "\\bwhat(?: is|'s) (?:wrong|the (?:problem|matter|issue|trouble)) with (?:moving|putting|having)\\b",
    'why cannot move',
  ),
  any('(?<=\\b(?:when|which|what)\\b[^;.!?]{0,40} )for (?:moving|rescheduling|shifting) ', 'for '),
  any(
    '\\bwhen (?:can|could|might) (?:we|they|you|all of us)(?: all)? (?:meet|be free)[,:]? (?=\\w)',
    'when are free ',
  ),
  any('^rooms? (?=(?:for|with|on) )', 'find rooms '),
  any(',? anyone(?=[?.! ]*$)', ''),
  any('\\bsomewhere (?:quiet|big|warm|nice|decent) (?=with|for|free)', 'any room '),
  any(
    "\\b(?:book|reserve|take) ([a-z]{1,2}\\d{2,4}) ([^,;.!?]{3,40}?) if (?:it is|it's|that is)" +
      ' (?:free|empty|available)',
    'is $1 $2 free',
  ),
  any('\\bnot (?:in use|taken|occupied|used|booked|reserved)\\b', 'free'),
  any(
    '\\b(?:i )?(?:need|want|would like) to (?:know|see|find out|check) (?=which|what|when|where|who' +
      '|how|if|whether)',
    '',
  ),
  any(
    `\\bwhich of ${some}'s? (?:lessons|classes|lectures|courses) (?:fall|are|take place|happen|come` +
      `|run)\\b`,
    "show $1's lessons",
  ),
  any(
    `\\b(?:i )?(?:can't|cannot|could not|couldn't|can not) find(?: out)? where ${some} (?:went|is` +
      `|are|has gone|goes|takes place)`,
    'where is $1',
  ),
  any(
    '\\b(?:has|did|have) (?:anything|something|things) changed?(?: (?:in|on|about) (?:my|the|our)' +
      ' timetable| lately| recently)*',
    'what changed',
  ),
  any(
    "\\bwhat(?:'s| is| would be) the (?:soonest|earliest|first|next|best|latest) (?:possible |free" +
      ' )?(?:slot|time|period|day)' +
      '(?: where| when| in which| that| on which| for)?(?= )',
    'when',
  ),
  any("(?<='s) (?:teaching )?(?:load|workload)\\b", ' timetable'),
  any(
    '\\b(?:in which|where|that) (\\d{1,3} (?:people|students)) (?:can |could |would )?(?:fit|sit)(?:' +
      ' in)?\\b',
    'for $1',
  ),
  any('(?<=\\bwhen [^;.!?]{2,40}) (?:could|can|would|might) (?:fit|work|squeeze in)\\b', ' can go'),
  any(
    `\\bwhat do(?:es)? ${some}(?:'s)? (?:day|week|timetable|schedule) look like\\b`,
    'show the timetable of $1',
  ),
  any(
    `\\bhow (?:does|is|will) (${days}(?: (?:morning|afternoon|evening))?) (?:look` +
      `|looking)(?: like)? for ` +
      `${some}(?=$|[,;.!?])`,
    'show the timetable of $2 on $1',
  ),
  any(
    '\\bfind (?:me )?(?:\\d|a|two|some|an?) (?:periods?|slots?|times?|hours?) (?:when|where|in which)\\b',
    'when',
  ),
  any('\\b(?:both |all )?(?:sit down|get together|meet up)(?: with)?\\b', 'be free'),
  any('\\b(?:double[- ]booked|booked twice|clash(?:es)?|conflicts?) anywhere\\b', 'conflicts'),
  any(
    "\\bwhat(?:'s| is) (?:stopping|keeping|preventing) (?:me|us|you) from (?:moving|putting|placing" +
      '|shifting)\\b',
    'why cannot move',
  ),
  any(`\\bwhat are ${some}'s? (?:classes|lessons|lectures|hours)\\b`, 'show the timetable of $1'),
  any(
    `\\bshow (?:me )?(tomorrow|today|${days}|this week|next week)(?:'s)? (?:lessons|classes|lectures` +
      `|timetable|schedule) (?:for|of) ${some}(?=$|[,;.!?])`,
    'show the timetable of $2 $1',
  ),
  any("\\bi(?: am| are|'m) (?:looking|searching|hunting) for\\b", 'find'),
  any('\\bfrom then\\b', 'at that time'),
  any(
    `\\b(?:you|it|they) (?:turned down|rejected|refused|declined` +
      `|ruled out) ${some}[,;.!? -]+(?:on what grounds|why|what for|how come|for what reason)`,
    "why can't $1",
  ),
  any(
    '\\b(?:let me see|let us see|pull up|bring up|call up|fetch me|run me through|talk me through' +
      '|walk me through|give me a look at)\\b',
    'show',
  ),
  any('\\bremind me (?=(?:when|where|what|which|who)\\b)', ''),
  any('\\bremind me of\\b', 'show'),
  any('\\b(?:anything|any ?time|anywhere|any day|everything) (?:but|except(?: for)?)\\b', 'not'),
  any(
    `\\b(?:a |any |the )?(?:gap|free slot|hole|window|slot)s? (?:that |which )?${some} (?:both ` +
      `|all )?(?:share|have in common)\\b`,
    'when are $1 both free',
  ),
  any(
    `\\bwhy (?:won't|cannot|doesn't|does not|will not|can't) (?:it|you|the system|this) (?:let` +
      `|allow) (?:me|us) (?:to )?`,
    "why can't i ",
  ),
  any(
    `\\b(?:can|could|may) (?:i|we) (?:have|use|book|borrow|take) ${some},? or is it (?:taken|busy` +
      `|occupied|in use|used|full)`,
    'is $1 free',
  ),
  any(`\\bdoes (${date}) (?:fall|land|lie|come)(?: (?:in|on))?\\b`, 'is $1'),
];
